import { describe, expect, it } from 'vitest';
import { encodeFrame, encodeSeal, scanFrames } from '../../../src/store/frame';
import { readLogPart } from '../../../src/store/logReading';
import { encodeRows } from '../../../src/store/rowImage';

const salt = Buffer.from('saltsalt');

function rows(sequence: number, transaction: string): Uint8Array {
  const body = encodeRows([{ table: 'note', id: sequence }]);
  return encodeFrame(salt, { kind: 'rows', sequence, transaction: transaction.padEnd(32, '0'), body });
}

function seal(next: string): Uint8Array {
  return encodeSeal(salt, { next, schema: 1, format: 1, purge: false }, 'f'.repeat(32));
}

function read(before: number, ...parts: readonly Uint8Array[]) {
  const part = readLogPart(scanFrames(Buffer.concat(parts), salt), 'log', before);
  return {
    ...part,
    counted: part.counted.map(({ sequence, transaction }) => `${sequence} ${transaction[0]}`),
    voided: part.voided.map((transaction) => transaction[0]),
  };
}

describe('what counts in a log', () => {
  it('is the first frame of each number', () => {
    expect(read(4, rows(5, 'a'), rows(5, 'b'), rows(6, 'c'), rows(4, 'd'))).toMatchObject({
      counted: ['5 a', '6 c'],
      voided: ['b', 'd'],
      sequence: 6,
      damage: [],
    });
  });

  it('is nothing behind the first seal, not even the next number or another seal', () => {
    const first = seal('log-1-aaaaaaaa');
    const part = read(0, rows(1, 'a'), first, rows(2, 'b'), seal('log-1-bbbbbbbb'), rows(2, 'c'));
    expect(part).toMatchObject({
      counted: ['1 a'],
      voided: [],
      sequence: 1,
      seal: { next: 'log-1-aaaaaaaa' },
    });
    expect(part.end).toBe(rows(1, 'a').length + first.length / 2);
  });

  it('goes on behind a gap, which is told', () => {
    expect(read(1, rows(2, 'a'), rows(5, 'b'), rows(6, 'c'))).toMatchObject({
      counted: ['2 a', '5 b', '6 c'],
      sequence: 6,
      damage: [expect.stringContaining('numbered 3 to 4')],
    });
  });
});
