import { likeness, wordsOf, type Frequencies, type Words } from '../search/likeness';
import { frequenciesIn, mostAlike } from '../search/mostAlike';
import type { SearchIndex } from '../search/searchIndex';
import type { Reader, Transaction } from '../store/types';
import { proposeRelation, relationOfPair, relationsOf } from './judgments';
import type { MemoryArea } from './memoryArea';
import { isLive, memoryByUuid, type MemoryRow } from './memoryRow';
import { labelOf } from './record';

/** A memory that a save may repeat or contradict, and the judgment that is asked for. */
export interface Candidate {
  readonly id: string;
  /** What a person reads in a list. */
  readonly title: string;
  /** Type of an observation, category of a fact; `statement`. */
  readonly type: string;
  readonly topicKey?: string;
  /** 0..1 */
  readonly score: number;
  readonly judgmentId: string;
}

const MOST_CANDIDATES = 3;
/** From here on two texts say nearly the same or contradict; what unrelated ones have in common stays below. */
const LEAST_LIKENESS = 0.35;
/** Of what the index gives, best first, so many of the right scope are read and compared word by word. */
const READ = 6;

/**
 * Memories of the same scope that say nearly what a memory that was just saved says, or contradict it; each is proposed
 * to be judged, in the same write. Pairs that are related already, judged or not, are left out. `index` need not hold
 * the memory. What was saved in the same frame is in no index yet and is looked at as well, so that of two saves at once
 * the later one sees the earlier.
 */
export function proposeCandidates(
  tx: Transaction,
  index: SearchIndex,
  saved: MemoryRow,
  now: string,
): readonly Candidate[] {
  const words = wordsOf(textOf(saved));
  const frequencies = frequenciesIn(index);
  const isMeant = (row: MemoryRow | undefined): row is MemoryRow =>
    row !== undefined &&
    row.uuid !== saved.uuid &&
    row.scope === saved.scope &&
    isLive(row, now) &&
    relationOfPair(tx, saved.uuid, row.uuid) === undefined;
  const known: MemoryRow[] = [];
  for (const id of mostAlike(index, words)) {
    if (known.length === READ) break;
    const row = memoryByUuid(tx, id);
    if (isMeant(row)) known.push(row);
  }
  const unknown = savedTogether(tx).filter((row) => isMeant(row) && !known.some(({ id }) => id === row.id));
  return [...known, ...unknown]
    .map((row) => ({ row, score: scoreOf(words, row, frequencies) }))
    .filter(({ score }) => score >= LEAST_LIKENESS)
    .sort((a, b) => b.score - a.score || b.row.sequence - a.row.sequence || b.row.id - a.row.id)
    .slice(0, MOST_CANDIDATES)
    .map(({ row, score }) => candidate(row, score, proposeRelation(tx, saved.uuid, row.uuid, score, now)));
}

/** What a save proposed and nobody has judged yet. `uuid`: of the memory that was saved. */
export function pendingCandidates(db: Reader, uuid: string): readonly Candidate[] {
  return relationsOf(db, uuid).flatMap(({ relation, memory_a, memory_b, score, judgment_id }) => {
    if (relation !== 'pending' || memory_a !== uuid) return [];
    const row = memoryByUuid(db, memory_b);
    return row === undefined || row.deleted_at !== null ? [] : [candidate(row, score ?? 0, judgment_id)];
  });
}

function candidate(row: MemoryRow, score: number, judgmentId: string): Candidate {
  return {
    id: row.uuid,
    title: labelOf(row),
    type: row.type ?? row.kind,
    ...(row.kind === 'observation' && row.key !== null ? { topicKey: row.key } : {}),
    score,
    judgmentId,
  };
}

/** The state may be loaded anew while a write waits for its turn; after so many attempts what there was has to do. */
const ATTEMPTS = 3;

/**
 * Writes with the search index as it is at that moment. A write that finds that another one is being made waits for it,
 * and is made again. While an index is being rebuilt it holds the newest memories only.
 */
export async function writeWithIndex<T>(
  area: MemoryArea,
  fn: (tx: Transaction, index: SearchIndex) => T,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const { index } = await area.index();
    const outcome = await area.write((tx) => {
      const current = area.currentIndex ?? (attempt < ATTEMPTS ? undefined : index);
      return current && { value: fn(tx, current) };
    });
    if (outcome !== undefined) return outcome.value;
  }
}

/** More saves than this are never waiting for one frame, unless somebody imports. */
const MOST_TOGETHER = 64;

/** The newest of what was changed in the frame that is being made, by other writes of this process. */
function savedTogether(tx: Reader): readonly MemoryRow[] {
  return tx.query<MemoryRow>(
    'SELECT * FROM memory WHERE pinned IN (0, 1) AND sequence = ? ORDER BY id DESC LIMIT ?',
    [tx.sequence, MOST_TOGETHER],
  );
}

function scoreOf(words: Words, row: MemoryRow, frequencies: Frequencies): number {
  return Math.round(100 * likeness(words, wordsOf(textOf(row)), frequencies)) / 100;
}

function textOf({ title, key, content }: MemoryRow): { readonly title: string; readonly content: string } {
  return { title: title ?? key ?? '', content };
}
