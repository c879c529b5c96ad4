import type { ProjectFolder } from '../project/types';
import type { Reader } from '../store/types';
import { parseCitedFile, placesOfFile, type CitedFile } from './citedFile';
import { isTakenLines } from './citedLines';
import { isSha256 } from './fileHashes';
import type { Citation, FileState, FileStates } from './freshness';
import type { MemoryArea } from './memoryArea';
import type { FileQuestion, SourceFiles } from './sourceFiles';
import type { Area } from './types';

/** Reads that find more rows than the one before ask again at most so often; what is left then counts as unknown. */
const MOST_READS = 4;
/** Citations that are looked at side by side. */
const AT_ONCE = 16;

/**
 * What one call sees of the files that the memories of one area cite: each is looked at once, so that the whole answer
 * is of one moment. Rows are read without waiting, and files never are: `of` answers what is known so far and notes
 * what is not, and `lookAtNoted` then looks at all of that side by side.
 */
export class FileLook implements FileStates {
  readonly area: Area;
  readonly #files: SourceFiles;
  readonly #folders: readonly ProjectFolder[];
  readonly #known = new Map<string, FileState>();
  readonly #noted = new Map<string, { readonly file: CitedFile; readonly citation: Citation }>();

  constructor(files: SourceFiles, area: Area) {
    this.area = area;
    this.#files = files;
    this.#folders = area.kind === 'project' ? (area.folders ?? []) : [];
  }

  of(citation: Citation): FileState {
    if (this.#folders.length === 0 || citation.source_id === null) return 'unknown';
    const name = JSON.stringify([citation.source_id, citation.source_hash, citation.source_hash_taken]);
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const file = parseCitedFile(citation.source_id);
    if (file !== undefined) this.#noted.set(name, { file, citation });
    else this.#known.set(name, 'unknown');
    return 'unknown';
  }

  /** False when there was nothing to look at. */
  async lookAtNoted(): Promise<boolean> {
    const noted = [...this.#noted];
    this.#noted.clear();
    for (let from = 0; from < noted.length; from += AT_ONCE) {
      await Promise.all(
        noted.slice(from, from + AT_ONCE).map(async ([name, { file, citation }]) => {
          this.#known.set(name, await this.#look(file, citation));
        }),
      );
    }
    return noted.length > 0;
  }

  /**
   * Looks at files of which it is known beforehand that a read will ask for them, which spares it a second time. Catches up
   * with no other process: the read before did.
   */
  async lookAhead(opened: MemoryArea, citations: (db: Reader) => readonly Citation[]): Promise<void> {
    if (this.#folders.length === 0) return;
    for (const citation of await opened.readOn(citations)) this.of(citation);
    await this.lookAtNoted();
  }

  async #look(file: CitedFile, citation: Citation): Promise<FileState> {
    const question = questionOf(file, citation);
    const found = new Set<FileState>();
    for (const place of placesOfFile(file, this.#folders)) found.add(await this.#files.look(place, question));
    // A name seen from two folders of the project may be of two files: one that fits is enough.
    return (
      (['same', 'changed', 'unknown', 'missing'] as const).find((state) => found.has(state)) ?? 'unknown'
    );
  }
}

function questionOf(
  { lines }: CitedFile,
  { source_hash: given, source_hash_taken: taken }: Citation,
): FileQuestion {
  const comparable = given !== null && isSha256(given) ? given : undefined;
  return {
    wasFile: taken !== null,
    ...(lines === undefined ? {} : { lines }),
    // Lines that were kept decide alone: the hash of the whole file changes with any other line.
    ...(taken !== null && (isTakenLines(taken) || comparable === undefined)
      ? { expected: taken }
      : comparable === undefined
        ? {}
        : { expected: comparable }),
  };
}

/**
 * Reads rows together with the files they cite: anew, while the rows cite files that were not looked at yet. `first`: a
 * `read`, or a `readOn` where one came before.
 */
export async function readCiting<T>(
  opened: MemoryArea,
  look: FileLook,
  fn: (db: Reader) => T,
  first: 'read' | 'readOn' = 'read',
): Promise<T> {
  let result = await opened[first](fn);
  for (let reads = 1; reads < MOST_READS && (await look.lookAtNoted()); reads++)
    result = await opened.readOn(fn);
  return result;
}
