import type { CatalogSummaries } from '../project/catalogSummaries';
import { textsSharingAWord, WordSummary } from '../search/wordSummary';
import { StoreError, type Reader } from '../store/types';
import type { MemoryArea } from './memoryArea';
import type { Area } from './types';

/** A change is summed up this soon, but not again within the pause, in milliseconds. */
const DELAY_MS = 300;
const PAUSE_MS = 10_000;
/** Titles and keys that are looked at: of pinned memories, then of the newest. */
const MAX_TITLES = 1_000;
/** A project of no more memories is tried to be summed up with what they say, so many characters of each. */
const FEW_MEMORIES = 200;
const CONTENT_LENGTH = 2_000;
/** Texts analysed at a time. */
const SLICE = 50;

export interface Elsewhere {
  /** Memories at least that share a word with the query, in their titles and keys or, in a small project, anywhere. */
  readonly memories: number;
  /** Projects they are in. */
  readonly projects: number;
  /** All other projects there are. */
  readonly others: number;
}

export interface SummaryPorts {
  /** Undefined while the catalog is not open: it is not opened for a summary. */
  catalog(): Promise<CatalogSummaries> | undefined;
  /** Undefined where the area is not open: the next one to open it sums it up. */
  useIfOpen<T>(area: Area, fn: (opened: MemoryArea) => Promise<T>): Promise<T | undefined>;
  log(message: string): void;
}

/** Keeps the catalog's summaries of the projects that this process has open up to date, in the background. */
export class ProjectSummaries {
  readonly #ports: SummaryPorts;
  /** By project: areas that changed since they were summed up. */
  readonly #changed = new Map<string, Area & { readonly kind: 'project' }>();
  #timer: NodeJS.Timeout | undefined;
  /** When summaries were made last, by `performance.now()`. */
  #refreshed = -PAUSE_MS;
  #refreshing: Promise<void> = Promise.resolve();

  constructor(ports: SummaryPorts) {
    this.#ports = ports;
  }

  /** The area was changed by this process, or opened: its summary may be older than it. */
  note(area: Area): void {
    if (area.kind !== 'project') return;
    this.#changed.set(area.id, area);
    const delay = Math.max(DELAY_MS, this.#refreshed + PAUSE_MS - performance.now());
    this.#timer ??= setTimeout(() => void this.refresh(), delay).unref();
  }

  /** Sums up now what is noted. Never rejects: a summary that is missing is no harm. */
  refresh(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#refreshing = this.#refreshing.then(() => this.#refreshAll());
    return this.#refreshing;
  }

  /** What the summaries of the other projects say of a query. Opens none of their databases. */
  async elsewhere(query: string, here: ReadonlySet<string>): Promise<Elsewhere> {
    await this.refresh();
    const others = (await (await this.#ports.catalog())?.others(here)) ?? [];
    const found = others.flatMap(({ words }) => {
      const memories = words === undefined ? 0 : textsSharingAWord(words, query);
      return memories === 0 ? [] : [memories];
    });
    return {
      memories: found.reduce((sum, memories) => sum + memories, 0),
      projects: found.length,
      others: others.length,
    };
  }

  async #refreshAll(): Promise<void> {
    const summaries = this.#ports.catalog();
    if (summaries === undefined) return;
    const areas = [...this.#changed.values()];
    if (areas.length > 0) this.#refreshed = performance.now();
    this.#changed.clear();
    for (const area of areas) {
      try {
        await this.#sumUp(await summaries, area);
      } catch (error) {
        if (error instanceof StoreError && error.code === 'read_only') continue;
        this.#ports.log(`The summary of a project was not made: ${String(error)}`);
      }
    }
  }

  async #sumUp(summaries: CatalogSummaries, area: Area & { readonly kind: 'project' }): Promise<void> {
    const known = await summaries.of(area.id);
    if (known === 'unknown') return;
    const seen = await this.#ports.useIfOpen(area, (opened) =>
      opened.read((db) =>
        known?.sequence === db.sequence ? undefined : { sequence: db.sequence, ...textsOf(db) },
      ),
    );
    if (seen === undefined) return;
    const summary = (await summaryOf(seen.contents)) ?? (await summaryOf(seen.titles, true));
    const { memories, sequence } = seen;
    await summaries.put(area.id, { memories, sequence, words: summary?.toBytes() ?? new Uint8Array() });
  }
}

/** Undefined when there is no room for all texts, unless a part of them is enough. */
async function summaryOf(texts: readonly string[], partly = false): Promise<WordSummary | undefined> {
  const summary = new WordSummary();
  for (const [place, text] of texts.entries()) {
    if (!summary.add(text)) return partly ? summary : undefined;
    if (place % SLICE === SLICE - 1) await new Promise<void>((resolve) => setImmediate(resolve));
  }
  return partly || texts.length > 0 ? summary : undefined;
}

interface Texts {
  readonly memories: number;
  /** Pinned ones first, then the newest. */
  readonly titles: readonly string[];
  /** Titles and contents; none of a project that holds many. */
  readonly contents: readonly string[];
}

function textsOf(db: Reader): Texts {
  const live = 'FROM memory WHERE deleted_at IS NULL';
  const [count] = db.query<{ n: number }>(`SELECT count(*) AS n ${live}`);
  const memories = count?.n ?? 0;
  // By its own index: sorting all rows would take longer than anybody may be held up.
  const titles = db.query<{ text: string }>(
    `SELECT text FROM (
       SELECT coalesce(title, key) AS text FROM memory INDEXED BY memory_by_order WHERE deleted_at IS NULL
       ORDER BY pinned DESC, sequence DESC, id DESC LIMIT ?
     ) WHERE text IS NOT NULL`,
    [MAX_TITLES],
  );
  const contents =
    memories > FEW_MEMORIES
      ? []
      : db.query<{ text: string }>(
          `SELECT coalesce(title, key, '') || char(10) || substr(content, 1, ?) AS text ${live}`,
          [CONTENT_LENGTH],
        );
  return { memories, titles: titles.map(({ text }) => text), contents: contents.map(({ text }) => text) };
}
