/** A value as it stands in a frame: integers are bigint and reals are number, so the two never mix. */
export type ImageValue = null | bigint | number | string | Uint8Array;

/** A whole row to be, or the deletion of one. */
export interface RowImage {
  readonly table: string;
  readonly id: number;
  /** Absent for a deletion. `columns` and `values` are parallel and include `id`. */
  readonly put?: { readonly columns: readonly string[]; readonly values: readonly ImageValue[] };
}

const TAG = { null: 0, integer: 1, real: 2, text: 3, blob: 4 } as const;
const DELETION = 0;
const PUT = 1;

/**
 * Encodes the rows of one frame, little-endian:
 * `u16 shapes, shape*, u32 rows, row*`; a shape is `string table, u16 columns, string*`; a row is
 * `u16 shape, u8 kind (0 deletion, 1 put), i64 id, value*`; a value is a tag byte and, by tag, nothing, i64,
 * f64, or u32 length and bytes; a string is `u16 length, UTF-8`.
 */
export function encodeRows(rows: readonly RowImage[]): Uint8Array {
  const encoder = new RowEncoder();
  for (const row of rows) encoder.add(row);
  return encoder.finish();
}

interface Shape {
  readonly index: number;
  readonly table: string;
  readonly columns: readonly string[];
}

const NO_COLUMNS: readonly string[] = [];

/** Encodes rows as encodeRows does, one at a time. */
export class RowEncoder {
  readonly #shapes = new Map<string, Shape>();
  readonly #body = new ByteWriter();
  #rows = 0;
  #last: Shape | undefined;

  add(row: RowImage): void {
    const body = this.#body;
    body.u16(this.#shapeOf(row).index);
    body.u8(row.put ? PUT : DELETION);
    body.i64(BigInt(row.id));
    for (const value of row.put?.values ?? []) writeValue(body, value);
    this.#rows++;
  }

  finish(): Uint8Array {
    const out = new ByteWriter();
    out.u16(this.#shapes.size);
    for (const { table, columns } of this.#shapes.values()) {
      out.name(table);
      out.u16(columns.length);
      for (const column of columns) out.name(column);
    }
    out.u32(this.#rows);
    out.bytes(this.#body.finish());
    return out.finish();
  }

  #shapeOf({ table, put }: RowImage): Shape {
    const columns = put?.columns ?? NO_COLUMNS;
    // Neighbours mostly share their array of columns.
    if (this.#last?.table === table && this.#last.columns === columns) return this.#last;
    const key = JSON.stringify([table, columns]);
    const shape = this.#shapes.get(key) ?? { index: this.#shapes.size, table, columns };
    this.#shapes.set(key, shape);
    this.#last = shape;
    return shape;
  }
}

/** Reads what encodeRows wrote. Throws RangeError on bytes that are no row list. */
export function decodeRows(bytes: Uint8Array): RowImage[] {
  const input = new ByteReader(bytes);
  const shapes = Array.from({ length: input.u16() }, () => ({
    table: input.name(),
    columns: Array.from({ length: input.u16() }, () => input.name()),
  }));
  const rows: RowImage[] = [];
  for (let left = input.u32(); left > 0; left--) {
    const shape = shapes[input.u16()];
    if (!shape) throw new RangeError('a row names a shape that the frame does not have');
    const kind = input.u8();
    const id = Number(input.i64());
    if (kind === DELETION) rows.push({ table: shape.table, id });
    else if (kind === PUT) {
      const values = shape.columns.map(() => readValue(input));
      rows.push({ table: shape.table, id, put: { columns: shape.columns, values } });
    } else throw new RangeError(`unknown kind of row: ${kind}`);
  }
  return rows;
}

function writeValue(out: ByteWriter, value: ImageValue): void {
  if (value === null) out.u8(TAG.null);
  else if (typeof value === 'bigint') {
    out.u8(TAG.integer);
    out.i64(value);
  } else if (typeof value === 'number') {
    out.u8(TAG.real);
    out.f64(value);
  } else if (typeof value === 'string') {
    out.u8(TAG.text);
    out.text(value);
  } else {
    out.u8(TAG.blob);
    out.u32(value.length);
    out.bytes(value);
  }
}

function readValue(input: ByteReader): ImageValue {
  const tag = input.u8();
  switch (tag) {
    case TAG.null:
      return null;
    case TAG.integer:
      return input.i64();
    case TAG.real:
      return input.f64();
    case TAG.text:
      return input.text(input.u32());
    case TAG.blob:
      return input.bytes(input.u32()).slice();
    default:
      throw new RangeError(`unknown value tag: ${tag}`);
  }
}

class ByteWriter {
  #buffer = Buffer.allocUnsafe(1024);
  #length = 0;

  u8(value: number): void {
    const at = this.#grow(1);
    this.#buffer.writeUInt8(value, at);
  }
  u16(value: number): void {
    const at = this.#grow(2);
    this.#buffer.writeUInt16LE(value, at);
  }
  u32(value: number): void {
    const at = this.#grow(4);
    this.#buffer.writeUInt32LE(value, at);
  }
  i64(value: bigint): void {
    const at = this.#grow(8);
    this.#buffer.writeBigInt64LE(value, at);
  }
  f64(value: number): void {
    const at = this.#grow(8);
    this.#buffer.writeDoubleLE(value, at);
  }
  bytes(value: Uint8Array): void {
    const at = this.#grow(value.length);
    this.#buffer.set(value, at);
  }
  /** Length and bytes. A UTF-16 code unit becomes at most 3 bytes of UTF-8. */
  text(value: string): void {
    const at = this.#grow(4 + 3 * value.length);
    const length = this.#buffer.write(value, at + 4, 'utf8');
    this.#buffer.writeUInt32LE(length, at);
    this.#length = at + 4 + length;
  }
  name(value: string): void {
    const bytes = Buffer.from(value, 'utf8');
    this.u16(bytes.length);
    this.bytes(bytes);
  }
  finish(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  /** Makes room for `count` bytes and returns where they start. Replaces the buffer: ask before you use it. */
  #grow(count: number): number {
    const start = this.#length;
    this.#length += count;
    if (this.#length > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.#length, this.#buffer.length * 2));
      this.#buffer.copy(larger, 0, 0, start);
      this.#buffer = larger;
    }
    return start;
  }
}

class ByteReader {
  readonly #buffer: Buffer;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  u8(): number {
    return this.#buffer.readUInt8(this.#take(1));
  }
  u16(): number {
    return this.#buffer.readUInt16LE(this.#take(2));
  }
  u32(): number {
    return this.#buffer.readUInt32LE(this.#take(4));
  }
  i64(): bigint {
    return this.#buffer.readBigInt64LE(this.#take(8));
  }
  f64(): number {
    return this.#buffer.readDoubleLE(this.#take(8));
  }
  bytes(length: number): Uint8Array {
    const start = this.#take(length);
    return new Uint8Array(this.#buffer.buffer, this.#buffer.byteOffset + start, length);
  }
  text(length: number): string {
    const start = this.#take(length);
    return this.#buffer.toString('utf8', start, start + length);
  }
  name(): string {
    return this.text(this.u16());
  }

  #take(count: number): number {
    const start = this.#position;
    if (start + count > this.#buffer.length) throw new RangeError('the row list ends too early');
    this.#position = start + count;
    return start;
  }
}
