import { decodeGenesis, encodeFrame, GENESIS_SALT, scanFrames } from '../../src/store/frame';
import { encodeRows, type RowImage } from '../../src/store/rowImage';

/** The salt of a database, by the bytes of its first log. */
export function saltOf(firstLog: Uint8Array): Uint8Array {
  const [genesis] = scanFrames(firstLog, GENESIS_SALT).frames;
  if (genesis?.kind !== 'genesis') throw new Error('This log does not begin with a genesis.');
  return Buffer.from(decodeGenesis(genesis.body).salt, 'hex');
}

/** One change as another process would append it. */
export function frameOf(salt: Uint8Array, sequence: number, rows: readonly RowImage[]): Uint8Array {
  return encodeFrame(salt, {
    kind: 'rows',
    sequence,
    transaction: sequence.toString(16).padStart(32, 'f'),
    body: encodeRows(rows),
  });
}
