import { constants, type BigIntStats } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import { isInside } from '../project/filePath';
import type { ProjectFolder } from '../project/types';
import { parseCitedFile, placesOfFile, type FilePlace } from './citedFile';
import { FileLines, isTakenLines, type LineRange } from './citedLines';
import { ContentHashes, isSha256 } from './fileHashes';
import type { FileState } from './freshness';

/** Bytes of the largest file whose content is looked at. */
export const MOST_BYTES = 8 * 1024 * 1024;
/** Answers about one state of a file, and files, that are kept in memory. */
const MOST_ANSWERS = 200;
const MOST_FILES = 5_000;
/**
 * A file that was changed this shortly before it was read can be changed once more without another time: clocks of
 * disks tick seldom (FAT: every 2 seconds). What was read of it is not relied on later. Git calls that racily clean.
 */
const RACY_MS = 2_000;
/** Contents in memory at once. */
const READERS = 4;

/** What is asked of a file. */
export interface FileQuestion {
  /** There was a file when the memory was saved: that it is gone says something. */
  readonly wasFile: boolean;
  /** A hash that a saver gave, or what `take` kept. Absent: nothing to compare the file with. */
  readonly expected?: string;
  /** The lines that are cited. */
  readonly lines?: LineRange;
}

/** A state of a file on the disk, and what is known of its content in it. */
interface KnownFile {
  readonly signature: string;
  /** The content may have changed since under the same signature. */
  readonly racy: boolean;
  readonly answers: Map<string, FileState>;
}

/**
 * Looks at files that memories cite. Nothing outside the folders of the project is read, and nothing but ordinary files
 * is opened. What a file was found to be is kept as long as its size, times and number on the disk stay the same, so
 * that files which did not change cost one `stat` each. The time of the last change of the inode cannot be set back, so
 * that a restored time of modification hides nothing.
 */
export class SourceFiles {
  /** By path as asked for; least recently used first. */
  readonly #known = new Map<string, KnownFile>();
  readonly #waiting: (() => void)[] = [];
  readonly #now: () => number;
  #readers = 0;

  /** `now`: milliseconds, as `Date.now` tells them. */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** How the file at the place stands to what is expected of it. */
  async look(place: FilePlace, question: FileQuestion): Promise<FileState> {
    try {
      const found = await stat(place.path, { bigint: true });
      if (!found.isFile()) return question.wasFile ? 'missing' : 'unknown';
      const { expected } = question;
      if (expected === undefined) return 'unknown';
      if (expected.startsWith('stat:')) return expected === statForm(found) ? 'same' : 'unknown';
      const name = JSON.stringify([expected, question.lines ?? null]);
      const known = this.#known.get(place.path);
      if (known !== undefined && !known.racy && known.signature === signatureOf(found)) {
        this.#known.delete(place.path);
        this.#known.set(place.path, known);
        const answer = known.answers.get(name);
        if (answer !== undefined) return answer;
      }
      const content = await this.#read(place);
      if (content === undefined) return 'unknown';
      const answer = await compare(content.bytes, expected, question.lines);
      this.#keep(place.path, content, name, answer);
      return answer;
    } catch (error) {
      if (!isGone(error)) return 'unknown';
      return question.wasFile ? 'missing' : 'unknown';
    }
  }

  /**
   * What is kept of the file, or the lines of it, that a memory cites as it is saved: `sha256:` of the whole content,
   * `lines:` of cited lines (FileLines.take), `stat:` with size and time of modification of a file too large to read.
   * Undefined where no file of these folders can be read.
   */
  async take(folders: readonly ProjectFolder[], sourceId: string): Promise<string | undefined> {
    const file = parseCitedFile(sourceId);
    if (file === undefined) return undefined;
    for (const place of placesOfFile(file, folders)) {
      const taken = await this.#takeAt(place, file.lines).catch(() => undefined);
      if (taken !== undefined) return taken;
    }
    return undefined;
  }

  async #takeAt(place: FilePlace, lines: LineRange | undefined): Promise<string | undefined> {
    const real = await realpath(place.path);
    const found = await stat(real, { bigint: true });
    if (!found.isFile() || !isInside(real, place.within)) return undefined;
    if (found.size > MOST_BYTES) return statForm(found);
    const content = await this.#read(place);
    if (content === undefined) return undefined;
    if (lines === undefined) return new ContentHashes(content.bytes).plain();
    return (await FileLines.of(content.bytes))?.take(lines);
  }

  #keep(path: string, { signature, racy }: Content, name: string, answer: FileState): void {
    let known = this.#known.get(path);
    if (known?.signature !== signature || known.racy || known.answers.size >= MOST_ANSWERS)
      known = { signature, racy, answers: new Map() };
    known.answers.set(name, answer);
    this.#known.delete(path);
    this.#known.set(path, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_FILES && oldest !== undefined) this.#known.delete(oldest);
  }

  async #read(place: FilePlace): Promise<Content | undefined> {
    if (this.#readers === READERS) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#readers++;
    try {
      return await readContent(place, this.#now());
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#readers--;
      else next();
    }
  }
}

interface Content {
  readonly bytes: Buffer;
  readonly signature: string;
  readonly racy: boolean;
}

/** Undefined for what lies outside, is no ordinary file, is too large, or changed while it was read. */
async function readContent({ path, within }: FilePlace, now: number): Promise<Content | undefined> {
  const real = await realpath(path);
  if (!isInside(real, within)) return undefined;
  const expected = await stat(real, { bigint: true });
  // A pipe or a device would keep the reader waiting: only files are opened.
  if (!expected.isFile() || expected.size > MOST_BYTES) return undefined;
  const handle = await open(
    real,
    constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0),
  );
  try {
    const before = await handle.stat({ bigint: true });
    // What was looked at has been exchanged: it may be anything now.
    if (before.ino !== expected.ino || before.dev !== expected.dev || !before.isFile()) return undefined;
    const bytes = Buffer.alloc(Number(before.size));
    let length = 0;
    while (length < bytes.length) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    const signature = signatureOf(before);
    if (signatureOf(await handle.stat({ bigint: true })) !== signature) return undefined;
    return { bytes, signature, racy: Math.abs(now - Number(before.ctimeMs)) < RACY_MS };
  } finally {
    await handle.close();
  }
}

async function compare(bytes: Buffer, expected: string, lines: LineRange | undefined): Promise<FileState> {
  if (isTakenLines(expected)) {
    const found = await FileLines.of(bytes);
    return found?.hold(expected) === true ? 'same' : 'changed';
  }
  if (!isSha256(expected)) return 'unknown';
  if (await new ContentHashes(bytes).holds(expected)) return 'same';
  if (lines === undefined) return 'changed';
  // Of the whole file or of the lines: only that it still fits can be told.
  const found = await FileLines.of(bytes);
  return found?.hashesOf(lines).some((hash) => isSameDigest(hash, expected)) === true ? 'same' : 'unknown';
}

function isSameDigest(digits: string, expected: string): boolean {
  return digits.startsWith(
    expected
      .trim()
      .toLowerCase()
      .replace(/^sha256:/, ''),
  );
}

function signatureOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}

function statForm({ size, mtimeNs }: BigIntStats): string {
  return `stat:${size}:${mtimeNs}`;
}

/** No such name, or a file where a folder should be; also a symlink to nothing. */
function isGone(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
