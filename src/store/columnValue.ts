import type { SqlValue } from './types';
import type { ImageValue } from './rowImage';

/** Declared type of a column of a STRICT table. */
export type ColumnType = 'INT' | 'INTEGER' | 'REAL' | 'TEXT' | 'BLOB' | 'ANY';

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/**
 * The value as SQLite will keep it in a column of this type, so that a frame, a replay and a later query all
 * show the same. What SQLite would change silently is settled here: -0 becomes 0 (a REAL column stores integral
 * reals as integers), text is made well-formed and loses a leading byte order mark (sql.js decodes neither
 * back). Throws TypeError or RangeError, saying what is expected, for a value the column cannot hold as it is.
 */
export function columnValue(value: SqlValue, type: ColumnType): ImageValue {
  if (value === null) return null;
  if (typeof value === 'string' && (type === 'TEXT' || type === 'ANY')) return storableText(value);
  if (value instanceof Uint8Array && (type === 'BLOB' || type === 'ANY')) return value.slice();
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new RangeError(`${value} cannot be stored: it is not a finite number`);
    if (type === 'REAL') return value + 0;
    if (type === 'INTEGER' || type === 'INT') return integer(value);
    if (type === 'ANY') return Number.isSafeInteger(value) ? BigInt(value) : value;
  }
  if (typeof value === 'bigint' && type !== 'TEXT' && type !== 'BLOB') {
    if (value < INT64_MIN || value > INT64_MAX) throw new RangeError(`${value} does not fit in 64 bits`);
    return type === 'REAL' ? exactReal(value) : value;
  }
  throw new TypeError(`a column of type ${type} cannot hold ${described(value)}`);
}

/** The value to bind for a query parameter: integral numbers become INTEGER, whatever their size. */
export function boundParameter(value: SqlValue): SqlValue {
  if (typeof value === 'string') return storableText(value);
  if (typeof value !== 'number') return value;
  if (!Number.isFinite(value))
    throw new RangeError(`${value} cannot be a parameter: it is not a finite number`);
  return Number.isSafeInteger(value) && value !== (value | 0) ? BigInt(value) : value;
}

/** A stored value as queries answer it: integers as number when safe, else as bigint. */
export function readValue(value: ImageValue): SqlValue {
  if (typeof value !== 'bigint') return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

function storableText(value: string): string {
  const text = value.toWellFormed();
  return text.startsWith('\uFEFF') ? text.replace(/^\uFEFF+/, '') : text;
}

function integer(value: number): bigint {
  if (!Number.isInteger(value)) throw new RangeError(`a column of type INTEGER cannot hold ${value}`);
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`${value} is not exact beyond 2^53: give such an integer as a bigint`);
  }
  return BigInt(value);
}

function exactReal(value: bigint): number {
  const real = Number(value);
  if (BigInt(real) !== value) throw new RangeError(`a column of type REAL cannot hold ${value} exactly`);
  return real;
}

function described(value: unknown): string {
  if (value === undefined) return 'undefined';
  return value instanceof Uint8Array ? 'a blob' : `a ${typeof value}`;
}
