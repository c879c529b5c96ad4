import type { KeptDecision } from '../project/catalogDecisions';
import type { Reader } from '../store/types';
import { confirmSource, presentSource } from './confirming';
import { decide, undoDecision, type Answer, type Decision, type Given } from './decisions';
import type { RelationRow } from './judgments';
import type { MemoryHost } from './memoryHost';
import { isLive, memoryByUuid } from './memoryRow';
import { labelOf } from './record';
import { rewriteMemory, takeBackRewriting, type Rewritten, type RewrittenMemory } from './rewriting';
import type { Area, MemoryRecord } from './types';

/** What a person decided about memories of one database, as it can be taken back. */
export interface Decided {
  /** Judgments, each with what stood in its place. */
  readonly given: readonly Given[];
  readonly rewritten: readonly RewrittenMemory[];
}

/** A decision that was made and is kept. */
export interface MadeDecision extends Decided {
  /** UUID v4. */
  readonly id: string;
  readonly area: Area;
}

/** The newest decision that an undo would take back. */
export interface LastDecision extends MadeDecision {
  /** Of a memory that it is about; absent where that was deleted for good. */
  readonly label?: string;
  /** ISO 8601 UTC. */
  readonly at: string;
}

export type Deciding =
  | { readonly kind: 'decided'; readonly decision: MadeDecision }
  /** The memory says all that already. */
  | { readonly kind: 'unchanged' }
  | RefusedDecision;

/** Nothing was changed. */
export type RefusedDecision =
  | Extract<Decision, { readonly kind: 'refused' }>
  | Extract<Rewritten, { readonly kind: 'gone' | 'outdated' }>;

/** A memory as the person saw it. */
type Seen = Pick<MemoryRecord, 'id' | 'revision'>;

/** What the person says of memories of one area that contradict each other. */
export async function decideByPerson(
  host: MemoryHost,
  area: Area,
  answer: Answer,
  by: string,
): Promise<Deciding> {
  const decision = await host.use(area, (opened) =>
    opened.write((tx) => decide(tx, answer, by, host.timestamp())),
  );
  if (decision.kind === 'refused') return decision;
  return keep(host, area, { given: decision.given, rewritten: [] }, by);
}

/** Gives a memory the text that the person wrote; it takes the place of `over`, others of its area. All or nothing. */
export async function rewriteByPerson(
  host: MemoryHost,
  area: Area,
  text: { readonly memory: Seen; readonly over: readonly Seen[]; readonly content: string },
  by: string,
): Promise<Deciding> {
  const { memory, over, content } = text;
  const written = await host.use(area, (opened) =>
    opened.write((tx): Decided | RefusedDecision => {
      const now = host.timestamp();
      for (const seen of [memory, ...over]) {
        const fault = faultOf(tx, seen, now);
        if (fault !== undefined) return { kind: fault };
      }
      const decision = decide(tx, { kind: 'keep', id: memory.id, others: over.map(({ id }) => id) }, by, now);
      if (decision.kind === 'refused') return decision;
      const done = rewriteMemory(tx, { id: memory.id, seen: memory.revision, content }, by, now);
      return { given: decision.given, rewritten: done.kind === 'rewritten' ? [done.memory] : [] };
    }),
  );
  if ('kind' in written) return written;
  if (written.given.length === 0 && written.rewritten.length === 0) return { kind: 'unchanged' };
  return keep(host, area, written, by);
}

/**
 * The memory still holds though its source has changed: from now on it is held against the source as it is at this moment.
 */
export async function confirmByPerson(
  host: MemoryHost,
  { id, revision, area, sourceId }: MemoryRecord,
  by: string,
): Promise<Deciding> {
  const present = await presentSource(host.sources, area, sourceId);
  const done = await host.use(area, (opened) =>
    opened.write((tx) => confirmSource(tx, { id, revision }, present, by, host.timestamp())),
  );
  if (done.kind !== 'rewritten') return done;
  return keep(host, area, { given: [], rewritten: [done.memory] }, by);
}

/** The newest decision about memories of these areas that was not taken back, by whichever process it was made. */
export async function lastDecision(
  host: MemoryHost,
  areas: readonly Area[],
): Promise<LastDecision | undefined> {
  const kept = await (await host.decisions()).latest<Decided>(areas.map(placeOf));
  const area = kept && areas.find((each) => placeOf(each) === kept.place);
  if (kept === undefined || area === undefined) return undefined;
  const label = await host.use(area, (opened) => opened.read((db) => labelOfDecided(db, kept)));
  return { id: kept.id, area, ...kept.details, at: kept.at, ...(label === undefined ? {} : { label }) };
}

/**
 * Makes the memories as they were, but for those that were judged or changed anew since. False: something was, or the
 * decision had been taken back before.
 */
export async function undoByPerson(
  host: MemoryHost,
  { id, area, given, rewritten }: MadeDecision,
  by: string,
): Promise<boolean> {
  const whole = await host.use(area, (opened) =>
    opened.write((tx) => {
      const now = host.timestamp();
      const texts = rewritten.filter((memory) => takeBackRewriting(tx, memory, by, now));
      return undoDecision(tx, given) === given.length && texts.length === rewritten.length;
    }),
  );
  return (await (await host.decisions()).finish(id)) && whole;
}

/** What was said of a pair may quote a memory: it stays in the database of that memory alone, and the undo without it. */
async function keep(host: MemoryHost, area: Area, decided: Decided, by: string): Promise<Deciding> {
  const given = decided.given.map(({ row, before }): Given => ({
    row: withoutWords(row),
    ...(before === undefined ? {} : { before: withoutWords(before) }),
  }));
  const id = await (await host.decisions()).keep(placeOf(area), { ...decided, given } satisfies Decided, by);
  return { kind: 'decided', decision: { id, area, ...decided } };
}

function withoutWords(row: RelationRow): RelationRow {
  return { ...row, reason: null, evidence: null };
}

function faultOf(db: Reader, { id, revision }: Seen, now: string): 'gone' | 'outdated' | undefined {
  const row = memoryByUuid(db, id);
  if (row === undefined || !isLive(row, now)) return 'gone';
  return row.revision === revision ? undefined : 'outdated';
}

function labelOfDecided(db: Reader, { details }: KeptDecision<Decided>): string | undefined {
  const id = details.rewritten[0]?.id ?? details.given[0]?.row.memory_a;
  const row = id === undefined ? undefined : memoryByUuid(db, id);
  return row && labelOf(row);
}

function placeOf(area: Area): string {
  return area.kind === 'user' ? '' : area.id;
}
