import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { DerivedParts } from './derivation';
import { errorCode, type FileLayer, type OpenFile } from './fileLayer';
import { derivedName, newTemporaryName } from './storeFiles';

/** Bytes checked at a time: less than the event loop notices. */
const CHECKED_AT_ONCE = 4 << 20;
const MAGIC = 'derived1';
/** Magic, length of the head, CRC-32 of the head. */
const PREFIX_BYTES = MAGIC.length + 8;

/** What a derived file says of itself. */
interface Head {
  /** Name of the base it was made of, which holds that base's hash. */
  readonly base: string;
  /** Of each part: bytes and CRC-32. */
  readonly parts: readonly (readonly [bytes: number, checksum: number])[];
}

/**
 * Publishes what was derived from a base: temporary file, fsync, rename. Two writing at once replace each other's
 * file by its like.
 */
export async function writeDerived(
  files: FileLayer,
  directory: string,
  base: { readonly name: string; readonly index: number },
  version: string,
  parts: readonly Uint8Array[],
): Promise<void> {
  const head: Head = { base: base.name, parts: parts.map((part) => [part.length, crc32(part)]) };
  const headBytes = Buffer.from(JSON.stringify(head));
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.write(MAGIC);
  prefix.writeUInt32LE(headBytes.length, MAGIC.length);
  prefix.writeUInt32LE(crc32(headBytes), MAGIC.length + 4);
  const temporary = join(directory, newTemporaryName());
  const file = await files.open(temporary, 'create');
  try {
    for (const bytes of [Buffer.concat([prefix, headBytes]), ...parts]) append(file, bytes);
    await file.datasync();
  } catch (error) {
    await file.close();
    await files.remove(temporary);
    throw error;
  }
  await file.close();
  await files.rename(temporary, join(directory, derivedName(base.index, version)));
}

function append(file: OpenFile, bytes: Uint8Array): void {
  const taken = file.append(bytes);
  if (taken < bytes.length)
    throw new Error(`The disk took ${taken} of ${bytes.length} bytes of a derived file`);
}

/**
 * The parts that were derived from a base, each in memory of its own. Undefined when the file is not there, is
 * damaged or belongs to another base: it is to be made anew then. Errors are the disk's.
 */
export async function readDerived(
  files: FileLayer,
  directory: string,
  base: { readonly name: string; readonly index: number },
  version: string,
): Promise<DerivedParts | undefined> {
  let file: OpenFile;
  try {
    file = await files.open(join(directory, derivedName(base.index, version)), 'read');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const prefix = Buffer.from(await file.read(0, PREFIX_BYTES));
    if (prefix.length < PREFIX_BYTES || prefix.toString('latin1', 0, MAGIC.length) !== MAGIC)
      return undefined;
    const headBytes = await file.read(PREFIX_BYTES, Math.min(prefix.readUInt32LE(MAGIC.length), file.size()));
    if (crc32(headBytes) !== prefix.readUInt32LE(MAGIC.length + 4)) return undefined;
    const head = JSON.parse(Buffer.from(headBytes).toString()) as Head;
    if (head.base !== base.name) return undefined;
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let offset = PREFIX_BYTES + headBytes.length;
    if (file.size() !== head.parts.reduce((end, [bytes]) => end + bytes, offset)) return undefined;
    for (const [bytes, checksum] of head.parts) {
      const part = await file.read(offset, bytes);
      if ((await checksumOf(part)) !== checksum) return undefined;
      parts.push(ownMemory(part));
      offset += bytes;
    }
    return parts;
  } finally {
    await file.close();
  }
}

async function checksumOf(bytes: Uint8Array): Promise<number> {
  let checksum = 0;
  for (let from = 0; from < bytes.length; from += CHECKED_AT_ONCE) {
    if (from > 0) await new Promise<void>((resolve) => setImmediate(resolve));
    checksum = crc32(bytes.subarray(from, from + CHECKED_AT_ONCE), checksum);
  }
  return checksum;
}

/** The bytes as they are when they lie in memory of their own, which is the case after reading from a real disk. */
function ownMemory(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset } = bytes;
  return buffer instanceof ArrayBuffer && byteOffset === 0
    ? new Uint8Array(buffer, 0, bytes.length)
    : Uint8Array.from(bytes);
}
