import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeSeal,
  encodeFrame,
  encodeSeal,
  scanFrames,
  type Frame,
  type Seal,
} from '../../../src/store/frame';

const salt = randomBytes(8);

const frame: fc.Arbitrary<Frame> = fc.record({
  kind: fc.constant('rows' as const),
  sequence: fc.nat(),
  transaction: fc
    .uint8Array({ minLength: 16, maxLength: 16 })
    .map((bytes) => Buffer.from(bytes).toString('hex')),
  body: fc.uint8Array({ maxLength: 300 }),
});

const plain = ({ kind, sequence, transaction, body }: Frame) => ({
  kind,
  sequence,
  transaction,
  body: Buffer.from(body).toString('hex'),
});

function scanned(bytes: Uint8Array) {
  return scanFrames(bytes, salt).frames.map(plain);
}

describe('scanning a log', () => {
  it('finds every frame that was appended', () => {
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 10 }), (frames) => {
        const bytes = Buffer.concat(frames.map((one) => encodeFrame(salt, one)));
        expect(scanned(bytes)).toEqual(frames.map(plain));
        expect(scanFrames(bytes, salt)).toMatchObject({ end: bytes.length, skipped: [], tail: 'none' });
      }),
    );
  });

  it('waits for the end of a frame that is still being written', () => {
    fc.assert(
      fc.property(
        fc.array(frame, { maxLength: 3 }),
        frame,
        fc.double({ min: 0, max: 1, maxExcluded: true }),
        (whole, last, part) => {
          const begin = Buffer.concat(whole.map((one) => encodeFrame(salt, one)));
          const end = encodeFrame(salt, last);
          const cut = end.subarray(0, Math.floor(end.length * part));
          expect(scanFrames(Buffer.concat([begin, cut]), salt)).toMatchObject({
            end: begin.length,
            tail: cut.length === 0 ? 'none' : 'torn',
          });
        },
      ),
    );
  });

  it('passes over a frame torn at any byte when a whole one follows', () => {
    const torn = encodeFrame(salt, {
      kind: 'rows',
      sequence: 1,
      transaction: '0'.repeat(32),
      body: randomBytes(40),
    });
    const next: Frame = { kind: 'rows', sequence: 1, transaction: '1'.repeat(32), body: randomBytes(40) };
    for (let length = 1; length < torn.length; length++) {
      const bytes = Buffer.concat([torn.subarray(0, length), encodeFrame(salt, next)]);
      expect(scanned(bytes)).toEqual([plain(next)]);
      expect(scanFrames(bytes, salt).skipped).toEqual([{ start: 0, end: length, cause: 'torn' }]);
    }
  });

  it('takes beginnings of frames, one behind the other, for writers that were stopped', () => {
    const share = fc.double({ min: 0, max: 1, maxExcluded: true });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(frame, share), { minLength: 2, maxLength: 4 }),
        fc.integer({ min: 0, max: salt.length - 1 }),
        frame,
        (stopped, shortest, next) => {
          const begun = stopped.map(([one, part]) => {
            const whole = encodeFrame(salt, one);
            return whole.subarray(0, salt.length + Math.floor((whole.length - salt.length) * part));
          });
          // The first may have been stopped in the salt itself.
          const tail = Buffer.concat([salt.subarray(0, shortest), ...begun]);
          expect(scanFrames(tail, salt)).toMatchObject({ frames: [], end: 0, tail: 'torn' });
          expect(scanFrames(Buffer.concat([tail, encodeFrame(salt, next)]), salt).skipped).toEqual([
            { start: 0, end: tail.length, cause: 'torn' },
          ]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('sees a damaged frame among the beginnings of others', () => {
    const whole = encodeFrame(salt, {
      kind: 'rows',
      sequence: 1,
      transaction: '0'.repeat(32),
      body: randomBytes(40),
    });
    const damaged = Buffer.from(whole);
    damaged.writeUInt8(damaged.readUInt8(50) ^ 1, 50);
    const begun = whole.subarray(0, 60);
    for (const tail of [
      [damaged, begun],
      [begun, damaged],
      [begun, damaged, begun],
    ]) {
      expect(scanFrames(Buffer.concat(tail), salt)).toMatchObject({ frames: [], tail: 'damaged' });
      expect(scanFrames(Buffer.concat([...tail, whole]), salt).skipped).toMatchObject([{ cause: 'damaged' }]);
    }
  });

  it('loses at most the frame in which a bit flipped', () => {
    fc.assert(
      fc.property(
        fc.array(frame, { minLength: 2, maxLength: 6 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (frames, place, change) => {
          const encoded = frames.map((one) => encodeFrame(salt, one));
          const bytes = Buffer.concat(encoded);
          const at = place % bytes.length;
          bytes.writeUInt8(bytes.readUInt8(at) ^ change, at);
          let start = 0;
          const kept = frames.filter((_, n) => {
            const end = start + (encoded[n]?.length ?? 0);
            const hit = at >= start && at < end;
            start = end;
            return !hit;
          });
          expect(scanned(bytes)).toEqual(kept.map(plain));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('tells a damaged last frame from one still being written', () => {
    const bytes = Buffer.from(
      encodeFrame(salt, { kind: 'rows', sequence: 1, transaction: '0'.repeat(32), body: randomBytes(9) }),
    );
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
    expect(scanFrames(bytes, salt)).toMatchObject({ frames: [], end: 0, tail: 'damaged' });
  });

  it('does not take frames of another database', () => {
    const other = encodeFrame(randomBytes(8), {
      kind: 'rows',
      sequence: 1,
      transaction: '0'.repeat(32),
      body: randomBytes(9),
    });
    expect(scanned(other)).toEqual([]);
  });

  it('reads a seal though a byte of one copy flipped anywhere', () => {
    const seal: Seal = { next: 'log-1-0123abcd', schema: 3, format: 1, purge: false };
    const bytes = Buffer.from(encodeSeal(salt, seal, 'a'.repeat(32)));
    for (let at = 0; at < bytes.length; at++) {
      const flipped = Buffer.from(bytes);
      flipped.writeUInt8(flipped.readUInt8(at) ^ 0x10, at);
      const first = scanFrames(flipped, salt).frames[0];
      expect(first && decodeSeal(first.body)).toEqual(seal);
    }
  });
});
