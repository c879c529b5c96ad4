import { resolve } from 'node:path';
import { archivistLinks } from '../src/memory/archivist';
import { proposeCandidates, writeWithIndex, type Candidate } from '../src/memory/candidates';
import { MemoryHost } from '../src/memory/memoryHost';
import { insertMemory, memoryByUuid } from '../src/memory/memoryRow';
import { saveObservation } from '../src/memory/observations';
import type { Area, SaveStatus } from '../src/memory/types';
import { builtWorker, wasmFile } from '../test/support/builtWorker';
import { pairsKeptAside, pairsTunedOn, type Saying, type SayingPair } from './candidatePairs';
import { inDirectory, percentile, print } from './measuring';
import { readRetrievalSets, type RetrievalSet } from './retrievalSets';
import { randomNumbers, ZipfWords } from './zipfTexts';

const UNRELATED = 1_000;
const SAVES = 100;
const LARGE = 10_000;
const TIMED = 200;
const TEXT_LENGTH = 600;

/** What a save came to, taken back before it was written. */
interface Probe {
  readonly status: SaveStatus;
  readonly candidates: readonly Candidate[];
}

/** Carries the outcome of a save out of the write that it takes back. */
class TakenBack extends Error {
  constructor(readonly probe: Probe) {
    super('taken back');
  }
}

/** Two texts that are made of, or beside, one another. */
interface Case {
  readonly kept: Saying;
  readonly saved: Saying;
}

/**
 * Prints how often a save finds the memory that it repeats or contradicts among 1,000 others that have nothing to do
 * with it, how often a save that is new finds something, and how long that takes.
 */
export async function run(): Promise<void> {
  const worker = await builtWorker();
  try {
    await inDirectory(async (directory) => {
      const host = new MemoryHost({
        storageDirectory: directory,
        runtime: { wasmFile, workerFile: worker.file },
      });
      try {
        const bench = new Bench(host);
        await bench.printPairs();
        await bench.printPublicTexts(
          readRetrievalSets(resolve(process.env['PROJECT_MEMORY_EVAL'] ?? '../shared/eval')),
        );
        await bench.printTimes();
      } finally {
        await host.close();
      }
    });
  } finally {
    await worker.dispose();
  }
}

class Bench {
  readonly #host: MemoryHost;
  #projects = 0;

  constructor(host: MemoryHost) {
    this.#host = host;
  }

  async printPairs(): Promise<void> {
    const words = new ZipfWords(10_000, 1);
    const madeUp = Array.from({ length: UNRELATED }, () => titled(words.text(200)));
    const rows: string[][] = [
      [
        'pairs written for this bench',
        'pairs',
        'again: found',
        'against: found',
        'against: lost',
        'new: any',
      ],
    ];
    for (const [name, pairs] of [
      ['the numbers were chosen with them', pairsTunedOn],
      ['kept aside', pairsKeptAside],
    ] as const) {
      const again = await this.#found(
        madeUp,
        pairs.map(({ first, again: saved }) => ({ kept: first, saved })),
      );
      const against = await this.#found(
        madeUp,
        pairs.map(({ first, against: saved }) => ({ kept: first, saved })),
      );
      const fresh = await this.#raised(
        [...madeUp, ...otherThan(pairs)],
        pairs.map(({ first }) => first),
      );
      rows.push([
        name,
        String(pairs.length),
        again.found,
        against.found,
        String(against.deduplicated),
        fresh,
      ]);
    }
    print(rows);
  }

  async printPublicTexts(sets: readonly RetrievalSet[] | undefined): Promise<void> {
    if (sets === undefined) {
      console.log('No public texts: set PROJECT_MEMORY_EVAL to the folder of the retrieval sets.');
      return;
    }
    const texts = new Map(sets.map((set) => [set.name, textsOf(set)]));
    const of = (name: string): readonly Saying[] => texts.get(name) ?? [];
    const rows: string[][] = [
      ['public texts', 'of', 'reworded', 'shortened', 'new beside others', 'new among its own kind'],
    ];
    // The numbers were chosen with the first group alone.
    for (const [group, names] of [
      ['chosen with', ['locomo-observations', 'mconala-en', 'xquad-en', 'xquad-ru']],
      ['kept aside', ['locomo-turns', 'mconala-ru', 'xquad-de', 'xquad-zh']],
    ] as const) {
      for (const name of names) {
        const own = of(name);
        const others = spread(
          [...texts].filter(([other]) => isUnrelated(name, other)).flatMap(([, some]) => some),
          UNRELATED,
        );
        const sample = spread(own, SAVES);
        const reworded = await this.#found(
          others,
          sample.map((kept, n) => ({ kept, saved: reword(kept, others, n) })),
        );
        const shortened = await this.#found(
          others,
          sample.map((kept, n) => ({ kept, saved: shorten(kept, n) })),
        );
        const beside = await this.#raised(others, sample);
        const among = await this.#raised(
          own.filter((text) => !sample.includes(text)).slice(0, UNRELATED),
          sample,
        );
        rows.push([name, group, reworded.found, shortened.found, beside, among]);
      }
    }
    print(rows);
    await this.#printCommands(sets, of('xquad-en'));
  }

  /** One shell command described by two people: with the command itself, and without it. */
  async #printCommands(sets: readonly RetrievalSet[], others: readonly Saying[]): Promise<void> {
    const commands = sets.find(({ name }) => name === 'nl2bash');
    const cases = commands?.groups.flatMap(({ documents, queries }) =>
      queries.flatMap(({ text, relevant }) => {
        const document = documents.find(({ id }) => relevant.has(id));
        const command = / — `.*$/s.exec(document?.text ?? '')?.[0];
        return document === undefined || command === undefined
          ? []
          : [{ kept: document.text, said: text, command }];
      }),
    );
    if (cases === undefined) return;
    const sample = spread(cases, SAVES);
    const store = spread(others, UNRELATED);
    const whole = await this.#found(
      store,
      sample.map(({ kept, said, command }) => ({ kept: titled(kept), saved: titled(said + command) })),
    );
    const bare = await this.#found(
      store,
      sample.map(({ kept, said }) => ({ kept: titled(kept), saved: titled(said) })),
    );
    print([
      ['nl2bash: a command described by another person', 'found'],
      ['with the command', whole.found],
      ['the description alone, often without a word in common', bare.found],
    ]);
  }

  async printTimes(): Promise<void> {
    const words = new ZipfWords(Math.round(400 * Math.sqrt(LARGE)), 1);
    const area = await this.#project(Array.from({ length: LARGE }, () => titled(words.text(TEXT_LENGTH))));
    const candidates: number[] = [];
    const searches: number[] = [];
    const links: number[] = [];
    for (let n = 0; n < TIMED; n++) {
      const saved = titled(words.text(TEXT_LENGTH));
      let spent = 0;
      const row = await this.#host.use(area, (opened) =>
        writeWithIndex(opened, (tx, index) => {
          const { row: memory } = saveObservation(
            tx,
            inputOf(saved),
            () => false,
            this.#host.timestamp(),
            this.#host.now(),
          );
          const started = process.cpuUsage();
          proposeCandidates(tx, index, memory, this.#host.timestamp());
          spent = millisecondsSince(started);
          return memory;
        }),
      );
      candidates.push(spent);
      const started = process.cpuUsage();
      await this.#host.search([area], { query: saved.title, limit: 10 });
      searches.push(millisecondsSince(started));
      await this.#host.use(area, async (opened) => {
        const { index } = await opened.index();
        await opened.read((db) => {
          const memory = memoryByUuid(db, row.uuid);
          const from = process.cpuUsage();
          if (memory !== undefined) archivistLinks(db, index, memory, this.#host.timestamp());
          links.push(millisecondsSince(from));
        });
      });
    }
    const line = (name: string, times: readonly number[]): string[] => [
      name,
      percentile(times, 0.5).toFixed(2),
      percentile(times, 0.95).toFixed(2),
    ];
    print([
      [`${LARGE} memories of ${TEXT_LENGTH} characters, CPU ms`, 'p50', 'p95'],
      line('candidates of a save', candidates),
      line('links of the saved memory, when it is shown', links),
      line('one search for its title', searches),
    ]);
  }

  /**
   * How many of the cases propose their original, each in a store of the others and all originals. A case that came out
   * as the original itself is none.
   */
  async #found(others: readonly Saying[], all: readonly Case[]) {
    const cases = all.filter(({ kept, saved }) => kept.content !== saved.content);
    const area = await this.#project([...others.slice(0, UNRELATED), ...all.map(({ kept }) => kept)]);
    let found = 0;
    let deduplicated = 0;
    for (const { kept, saved } of cases) {
      const { status, candidates } = await this.#probe(area, saved);
      if (status === 'deduplicated') deduplicated++;
      if (candidates.some(({ title }) => title === kept.title)) found++;
    }
    return { found: share(found, cases.length), deduplicated };
  }

  /** How many saves raise any candidate. */
  async #raised(store: readonly Saying[], saves: readonly Saying[]): Promise<string> {
    const area = await this.#project(store);
    let raised = 0;
    for (const saved of saves) if ((await this.#probe(area, saved)).candidates.length > 0) raised++;
    return share(raised, saves.length);
  }

  async #project(memories: readonly Saying[]): Promise<Area> {
    const number = String(++this.#projects).padStart(12, '0');
    const area: Area = { kind: 'project', id: `11111111-1111-4111-8111-${number}`, name: `bench-${number}` };
    await this.#host.use(area, async (opened) => {
      await opened.write((tx) => {
        for (const { title, content } of memories) {
          insertMemory(
            tx,
            { kind: 'observation', type: 'decision', title, content, scope: 'project', saved_by: 'bench' },
            this.#host.timestamp(),
          );
        }
      });
      await opened.index();
    });
    return area;
  }

  /** Saves, looks for candidates, and takes both back: what is measured next finds the store as it was. */
  async #probe(area: Area, saying: Saying): Promise<Probe> {
    try {
      return await this.#host.use(area, (opened) =>
        writeWithIndex(opened, (tx, index): Probe => {
          const now = this.#host.timestamp();
          const saved = saveObservation(tx, inputOf(saying), () => true, now, this.#host.now());
          const candidates =
            saved.status === 'deduplicated' ? [] : proposeCandidates(tx, index, saved.row, now);
          throw new TakenBack({ status: saved.status, candidates });
        }),
      );
    } catch (error) {
      if (error instanceof TakenBack) return error.probe;
      throw error;
    }
  }
}

function inputOf({ title, content }: Saying) {
  return { title, content, type: 'decision', scope: 'project', savedBy: 'bench' };
}

/** The other half of the pairs: people write of other things too. */
function otherThan(pairs: readonly SayingPair[]): readonly Saying[] {
  return (pairs === pairsTunedOn ? pairsKeptAside : pairsTunedOn).map(({ first }) => first);
}

function textsOf({ name, groups }: RetrievalSet): readonly Saying[] {
  const texts = groups.flatMap(({ documents }) => documents.map(({ text }) => text));
  const isProse = name.startsWith('xquad');
  const parts = isProse ? texts.flatMap((text) => text.split(/(?<=[.!?。！？])\s*/u)) : texts;
  return parts.filter((text) => text.length > (name === 'xquad-zh' ? 12 : 30)).map(titled);
}

/** Sets of one source tell of the same things, in one language or in several. */
function isUnrelated(name: string, other: string): boolean {
  const source = (set: string): string => set.split('-')[0] ?? '';
  return source(name) !== source(other);
}

/** The beginning of a text as its title. */
function titled(content: string): Saying {
  const beginning = /^.{10,60}?(?=[\s,.;:—])/su.exec(content)?.[0] ?? content.slice(0, 30);
  return { title: beginning.replace(/\s+/g, ' '), content };
}

const OF_WORDS = /(\p{L}[\p{L}\p{M}’'-]*)/u;

/**
 * Its sentences in the reverse order, and of its longer words, names and code aside, every third
 * another one, which has nothing to do with it: as a synonym has for who does not know the language.
 */
function reword({ content }: Saying, others: readonly Saying[], seed: number): Saying {
  const random = randomNumbers(seed);
  const sentences = content
    .split(/(?<=[.!?。！？])\s*/u)
    .reverse()
    .join(' ');
  const pieces = /\p{Script=Han}/u.test(sentences)
    ? (sentences.match(/\p{Script=Han}{1,2}|\P{Script=Han}+/gu) ?? [])
    : sentences.split(OF_WORDS);
  const least = /\p{Script=Han}/u.test(sentences) ? 1 : 4;
  const reworded = pieces.map((piece) => {
    const isWord = piece.length >= least && /^\p{Ll}+$|^\p{Lo}+$/u.test(piece);
    return isWord && random() < 1 / 3 ? wordOf(others, random) : piece;
  });
  return titled(reworded.join(''));
}

function wordOf(others: readonly Saying[], random: () => number): string {
  const { content } = others[Math.floor(random() * others.length)] ?? { content: '' };
  const words = content.match(/\p{L}{4,}/gu) ?? ['else'];
  return words[Math.floor(random() * words.length)] ?? '';
}

/** Every other word, in the order they had. */
function shorten({ content }: Saying, seed: number): Saying {
  const random = randomNumbers(seed);
  const isHan = /\p{Script=Han}/u.test(content);
  const pieces = isHan ? content.split(/(?<=[，。；：、])/u) : content.split(/\s+/);
  const kept = pieces.filter((piece, n) => n === 0 || /\d/.test(piece) || random() < 0.5);
  return titled(kept.join(isHan ? '' : ' '));
}

/** As many of them, from all over. */
function spread<T>(all: readonly T[], count: number): readonly T[] {
  const step = Math.max(1, all.length / count);
  return Array.from({ length: Math.min(count, all.length) }, (_, n) => all[Math.floor(n * step)] as T);
}

function share(part: number, whole: number): string {
  return `${part} of ${whole}`;
}

function millisecondsSince(started: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}
