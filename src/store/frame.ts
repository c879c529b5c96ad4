import { crc32 } from 'node:zlib';

/**
 * A frame, little-endian: `salt 8 bytes, u32 payload length, u32 CRC-32 of length and payload, payload`; the
 * payload is `u8 kind, u64 sequence, transaction id 16 bytes, body`. The salt is random per database: it is
 * where a search for the next whole frame begins, and text of a row cannot contain it but by guessing.
 */
export interface Frame {
  readonly kind: FrameKind;
  /** 0 for seals and the genesis: they use no sequence number. */
  readonly sequence: number;
  /** 32 hexadecimal digits. */
  readonly transaction: string;
  readonly body: Uint8Array;
}

export type FrameKind = 'rows' | 'seal' | 'genesis';

/** Ends a log: whatever follows it is void, and `next` is the only successor. */
export interface Seal {
  readonly next: string;
  /** Schema and format of the base after this log. */
  readonly schema: number;
  readonly format: number;
  /** The base after this log is to hold no byte of deleted rows. */
  readonly purge: boolean;
  /**
   * In a copy of a seal that was read before: number of the newest change that counts. A change behind it lost to the
   * seal that was copied, which may have been lost itself since.
   */
  readonly sequence?: number;
}

/** The first valid one in the first log decides what this database is. */
export interface Genesis {
  /** 16 hexadecimal digits. */
  readonly salt: string;
  readonly schema: number;
  readonly format: number;
}

export interface Skipped {
  readonly start: number;
  readonly end: number;
  /** `torn`: the beginning of a frame whose writer was stopped. `damaged`: bytes that no writer wrote so. */
  readonly cause: 'torn' | 'damaged';
}

export interface Scan {
  readonly frames: readonly (Frame & { readonly start: number; readonly end: number })[];
  /** Where the last valid frame ends; reading goes on from here. */
  readonly end: number;
  /** Bytes before `end` that are no frame. */
  readonly skipped: readonly Skipped[];
  /** What lies behind `end`: nothing, a frame still being written (or torn), or bytes that are none. */
  readonly tail: 'none' | 'torn' | 'damaged';
}

/** Salt of genesis frames, which are written before the database has one of its own. */
export const GENESIS_SALT: Uint8Array = Buffer.from('GENESIS\u0001', 'latin1');
export const SALT_BYTES = 8;

const HEADER_BYTES = 16;
const PAYLOAD_HEAD_BYTES = 25;
const KINDS: readonly FrameKind[] = ['rows', 'seal', 'genesis'];

export function encodeFrame(salt: Uint8Array, frame: Frame): Uint8Array {
  const length = PAYLOAD_HEAD_BYTES + frame.body.length;
  const out = Buffer.allocUnsafe(HEADER_BYTES + length);
  out.set(salt, 0);
  out.writeUInt32LE(length, 8);
  out.writeUInt8(KINDS.indexOf(frame.kind), 16);
  out.writeBigUInt64LE(BigInt(frame.sequence), 17);
  out.write(frame.transaction, 25, 16, 'hex');
  out.set(frame.body, HEADER_BYTES + PAYLOAD_HEAD_BYTES);
  out.writeUInt32LE(checksum(out, 0, HEADER_BYTES + length), 12);
  return out;
}

/** Every valid frame of `bytes` in order. Bytes that are none are skipped only when a valid one follows. */
export function scanFrames(bytes: Uint8Array, salt: Uint8Array): Scan {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const salts = [salt, GENESIS_SALT];
  const frames: (Frame & { start: number; end: number })[] = [];
  const skipped: Skipped[] = [];
  let position = 0;
  while (position < buffer.length) {
    let frame = frameAt(buffer, position, salts);
    if (!frame) {
      frame = nextFrame(buffer, position + 1, salts);
      if (!frame) return { frames, end: position, skipped, tail: tailKind(buffer, position, salts) };
      skipped.push({
        start: position,
        end: frame.start,
        cause: skipCause(buffer, position, frame.start, salts),
      });
    }
    frames.push(frame);
    position = frame.end;
  }
  return { frames, end: position, skipped, tail: 'none' };
}

/**
 * The two copies are one write: a flipped byte in one leaves the other, and the chain of logs with it.
 */
export function encodeSeal(salt: Uint8Array, seal: Seal, transaction: string): Uint8Array {
  return encodeTwice(salt, { kind: 'seal', sequence: 0, transaction, body: jsonBytes(seal) });
}

export function encodeGenesis(genesis: Genesis, transaction: string): Uint8Array {
  return encodeTwice(GENESIS_SALT, { kind: 'genesis', sequence: 0, transaction, body: jsonBytes(genesis) });
}

export function decodeSeal(body: Uint8Array): Seal {
  return JSON.parse(Buffer.from(body).toString('utf8')) as Seal;
}

export function decodeGenesis(body: Uint8Array): Genesis {
  return JSON.parse(Buffer.from(body).toString('utf8')) as Genesis;
}

function encodeTwice(salt: Uint8Array, frame: Frame): Uint8Array {
  const once = encodeFrame(salt, frame);
  return Buffer.concat([once, once]);
}

function jsonBytes(value: Seal | Genesis): Uint8Array {
  return Buffer.from(JSON.stringify(value), 'utf8');
}

function checksum(buffer: Buffer, start: number, end: number): number {
  return crc32(buffer.subarray(start + HEADER_BYTES, end), crc32(buffer.subarray(start + 8, start + 12)));
}

function hasSalt(buffer: Buffer, position: number, salts: readonly Uint8Array[]): boolean {
  const found = buffer.subarray(position, position + SALT_BYTES);
  return salts.some((salt) => found.equals(salt));
}

/** End of the frame that the header at `position` promises; undefined when there is no whole header. */
function promisedEnd(buffer: Buffer, position: number, salts: readonly Uint8Array[]): number | undefined {
  if (position + HEADER_BYTES > buffer.length || !hasSalt(buffer, position, salts)) return undefined;
  return position + HEADER_BYTES + buffer.readUInt32LE(position + 8);
}

function frameAt(buffer: Buffer, start: number, salts: readonly Uint8Array[]) {
  const end = promisedEnd(buffer, start, salts);
  if (end === undefined || end > buffer.length || end - start < HEADER_BYTES + PAYLOAD_HEAD_BYTES)
    return undefined;
  if (buffer.readUInt32LE(start + 12) !== checksum(buffer, start, end)) return undefined;
  const kind = KINDS[buffer.readUInt8(start + 16)];
  if (!kind) return undefined;
  const transaction = buffer.toString('hex', start + 25, start + 41);
  const body = buffer.subarray(start + HEADER_BYTES + PAYLOAD_HEAD_BYTES, end);
  return { kind, sequence: Number(buffer.readBigUInt64LE(start + 17)), transaction, body, start, end };
}

function nextFrame(buffer: Buffer, from: number, salts: readonly Uint8Array[]) {
  for (let position = nextSalt(buffer, from, salts); position >= 0;) {
    const frame = frameAt(buffer, position, salts);
    if (frame) return frame;
    position = nextSalt(buffer, position + 1, salts);
  }
  return undefined;
}

function nextSalt(buffer: Buffer, from: number, salts: readonly Uint8Array[]): number {
  const found = salts.map((salt) => buffer.indexOf(salt, from)).filter((position) => position >= 0);
  return found.length === 0 ? -1 : Math.min(...found);
}

function skipCause(
  buffer: Buffer,
  start: number,
  end: number,
  salts: readonly Uint8Array[],
): Skipped['cause'] {
  for (const piece of pieces(buffer, start, end, salts)) {
    if (!isBeginning(buffer, piece, salts)) return 'damaged';
  }
  return 'torn';
}

/** A frame whose writer was stopped is a beginning of a frame; whatever is not one is damage. */
function tailKind(buffer: Buffer, start: number, salts: readonly Uint8Array[]): 'torn' | 'damaged' {
  let last: Piece = { start, end: buffer.length };
  for (const piece of pieces(buffer, start, buffer.length, salts)) {
    if (!isBeginning(buffer, piece, salts)) return 'damaged';
    last = piece;
  }
  const end = promisedEnd(buffer, last.start, salts);
  if (end === undefined) return 'torn';
  return end <= buffer.length || isWholeButItsLength(buffer, last.start) ? 'damaged' : 'torn';
}

/** Bytes from one salt to the next. */
interface Piece {
  readonly start: number;
  readonly end: number;
}

/** Several writers may have been stopped one after the other: each began a frame behind the beginning of the last. */
function* pieces(buffer: Buffer, start: number, end: number, salts: readonly Uint8Array[]): Generator<Piece> {
  for (let from = start; from < end;) {
    const next = nextSalt(buffer, from + 1, salts);
    const to = next < 0 ? end : Math.min(next, end);
    yield { start: from, end: to };
    from = to;
  }
}

/** Whether that much of a frame may have been written before its writer was stopped: not all of it. */
function isBeginning(buffer: Buffer, { start, end }: Piece, salts: readonly Uint8Array[]): boolean {
  if (!beginsLikeSalt(buffer.subarray(0, end), start, salts)) return false;
  return end - start < HEADER_BYTES || promisedEnd(buffer, start, salts) !== end;
}

function beginsLikeSalt(buffer: Buffer, start: number, salts: readonly Uint8Array[]): boolean {
  const header = buffer.subarray(start, start + SALT_BYTES);
  return salts.some((salt) => header.equals(Buffer.from(salt.subarray(0, header.length))));
}

/** Whether the checksum holds for all that is there: then nothing is missing, and the length was damaged. */
function isWholeButItsLength(buffer: Buffer, start: number): boolean {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(buffer.length - start - HEADER_BYTES);
  return buffer.readUInt32LE(start + 12) === crc32(buffer.subarray(start + HEADER_BYTES), crc32(length));
}
