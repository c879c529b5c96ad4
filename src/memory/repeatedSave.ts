import type { Reader } from '../store/types';
import { pendingCandidates, type Candidate } from './candidates';
import { replacedValue } from './facts';
import type { MemoryHost } from './memoryHost';
import { memoryByUuid } from './memoryRow';
import { placesOf } from './passages';
import { linkedPrompt, type Prompt } from './prompts';
import { RecordReader } from './record';
import type { Repeated } from './requests';
import type { Area, MemoryRecord } from './types';

/** What a save of an observation is answered with. */
export interface SavedObservation {
  readonly memory: string;
  readonly status: string;
  /** Absent where the memory has been moved to another project since. */
  readonly record?: MemoryRecord;
  readonly prompt?: Prompt | undefined;
  readonly candidates: readonly Candidate[];
}

/** The answer of a save that is repeated: the memory as it is now, and what of it still waits to be judged. */
export function savedBefore(
  db: Reader,
  area: Area,
  { memory, outcome }: Repeated,
  now: string,
): SavedObservation {
  const row = memoryByUuid(db, memory);
  if (row === undefined) return { memory, status: outcome, candidates: [] };
  const record = new RecordReader(db, area, now).record(row);
  const candidates = outcome === 'deduplicated' ? [] : pendingCandidates(db, memory);
  return { memory, status: outcome, record, prompt: linkedPrompt(db, record.promptId), candidates };
}

/** The same memory where it is now. `from`: where it was saved. */
export async function movedRecord(
  host: MemoryHost,
  memory: string,
  from: Area,
): Promise<MemoryRecord | undefined> {
  const catalog = await host.catalog();
  const seen = new Set<string>();
  const waiting: Area[] = [from];
  for (let area = waiting.shift(); area !== undefined; area = waiting.shift()) {
    const record = await host.get(area, memory);
    if (record !== undefined) return record;
    for (const id of await host.use(area, (opened) => opened.read((db) => placesOf(db, [memory])))) {
      const project = seen.has(id) ? undefined : await catalog.byId(id);
      seen.add(id);
      if (project !== undefined) waiting.push({ kind: 'project', id, name: project.name });
    }
  }
  return undefined;
}

/** The value that a fact had before the save of that moment, where the fact is now. `from`: where it was saved. */
export async function movedReplacedValue(
  host: MemoryHost,
  { memory, at }: Pick<Repeated, 'memory' | 'at'>,
  from: Area,
): Promise<string | undefined> {
  const moved = await movedRecord(host, memory, from);
  return moved && host.use(moved.area, (opened) => opened.read((db) => replacedValue(db, memory, at)));
}
