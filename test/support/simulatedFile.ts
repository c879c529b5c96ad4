import type { SeededRandom } from './seededRandom';

/** What a power failure may do to what was not synced. */
export interface Loss {
  /**
   * Which changes of a directory since its last sync survive: `ordered` the first so many, as journalling file
   * systems promise; `any` a subset, as POSIX allows.
   */
  readonly entries: 'ordered' | 'any';
  /** Whether sectors in the surviving part of an append may read as zeros, because a later one was written first. */
  readonly holes: boolean;
}

type EntryChange =
  | { readonly kind: 'link'; readonly name: string; readonly file: SimulatedFile }
  | { readonly kind: 'unlink'; readonly name: string }
  | { readonly kind: 'rename'; readonly from: string; readonly name: string; readonly file: SimulatedFile };

const SECTOR_BYTES = 64;

let files = 0;

/** The bytes of a file, which outlive its name while a descriptor is open. */
export class SimulatedFile {
  #bytes = Buffer.alloc(0);
  readonly #number = files++;
  #changes = 0;
  #synced = 0;
  /** Parts that a failed sync gave up: in the cache, and written by no later sync. */
  readonly #givenUp: { readonly start: number; readonly end: number }[] = [];
  /** When the file reached which size, for a process that looked at it earlier. */
  readonly #sizes: { readonly moment: number; readonly size: number }[] = [];
  /** How many syncs failed. A descriptor opened before hears of it once, as on Linux. */
  failures = 0;

  get bytes(): Buffer {
    return this.#bytes;
  }

  /** Another one after each change, as a number on the disk and the time of the last change make one. */
  get signature(): string {
    return `${this.#number} ${this.#changes}`;
  }

  sizeAt(moment: number): number {
    return this.#sizes.findLast((entry) => entry.moment <= moment)?.size ?? 0;
  }

  append(bytes: Uint8Array, moment: number): void {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    this.#changes++;
    this.#sizes.push({ moment, size: this.#bytes.length });
  }

  sync(): void {
    this.#synced = this.#bytes.length;
  }

  failToSync(): void {
    if (this.#synced < this.#bytes.length)
      this.#givenUp.push({ start: this.#synced, end: this.#bytes.length });
    this.failures++;
  }

  loseUnsynced(random: SeededRandom, { holes }: Loss): void {
    const unsynced = this.#bytes.length - this.#synced;
    const kept = this.#synced + [0, unsynced, random.below(unsynced + 1)][random.below(3)]!;
    const bytes = Buffer.from(this.#bytes.subarray(0, kept));
    if (holes) {
      for (let start = this.#synced; start < kept;) {
        const end = Math.min(kept, start - (start % SECTOR_BYTES) + SECTOR_BYTES);
        if (random.chance(0.3)) bytes.fill(0, start, end);
        start = end;
      }
    }
    for (const { start, end } of this.#givenUp.splice(0)) {
      if (random.chance(0.5)) bytes.fill(0, Math.min(start, kept), Math.min(end, kept));
    }
    this.#bytes = bytes;
    this.#changes++;
    this.#synced = kept;
    this.#sizes.splice(0, Infinity, { moment: 0, size: kept });
  }
}

/** The names in a directory: as processes see them, and as they were when it was last synced. */
export class SimulatedDirectory {
  readonly entries = new Map<string, SimulatedFile>();
  #synced = new Map<string, SimulatedFile>();
  #unsynced: EntryChange[] = [];

  change(change: EntryChange): void {
    apply(this.entries, change);
    this.#unsynced.push(change);
  }

  sync(): void {
    this.#synced = new Map(this.entries);
    this.#unsynced = [];
  }

  loseUnsynced(random: SeededRandom, { entries }: Loss): void {
    const first = random.below(this.#unsynced.length + 1);
    const kept = this.#unsynced.filter((_, index) =>
      entries === 'ordered' ? index < first : random.chance(0.5),
    );
    this.entries.clear();
    for (const [name, file] of this.#synced) this.entries.set(name, file);
    for (const change of kept) apply(this.entries, change);
    this.sync();
  }
}

function apply(entries: Map<string, SimulatedFile>, change: EntryChange): void {
  if (change.kind === 'rename') entries.delete(change.from);
  if (change.kind === 'unlink') entries.delete(change.name);
  else entries.set(change.name, change.file);
}

export function diskError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: simulated, ${path}`), { code });
}
