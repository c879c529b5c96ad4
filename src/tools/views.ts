import { snippet } from '../search/snippet';
import type { Prompt } from '../memory/prompts';
import { reviewAfter, type ReviewMonths } from '../memory/reviews';
import type { MemoryHit, MemoryRecord } from '../memory/types';

const encoder = new TextEncoder();

export function byteLength(text: string): number {
  return encoder.encode(text).length;
}

/** As many of the items, from the first, as stay within `maxBytes` of JSON. */
export function fit<T>(items: readonly T[], maxBytes: number): readonly T[] {
  let left = maxBytes;
  const fitting: T[] = [];
  for (const item of items) {
    left -= byteLength(JSON.stringify(item)) + 1;
    if (left < 0) break;
    fitting.push(item);
  }
  return fitting;
}

/** The first `maxBytes` bytes, cut where a reader would cut. */
export function preview(text: string, maxBytes: number): string {
  return snippet(text, [], maxBytes);
}

function present<T extends Record<string, unknown>>(object: T): Partial<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** Name of the project a memory belongs to; none for the user's own facts. */
export function projectOf(record: MemoryRecord): string | undefined {
  return record.area.kind === 'project' ? record.area.name : undefined;
}

const CONFLICTS_SHOWN = 5;

/** The newest ids that contradict the memory; any of them leads to the others. */
export function conflictsOf(record: MemoryRecord): readonly string[] | undefined {
  return record.conflictsWith.length > 0 ? record.conflictsWith.slice(-CONFLICTS_SHOWN) : undefined;
}

/** Hits of one project together, the project with the best hit first; within one they keep their order. */
export function byProject(hits: readonly MemoryHit[]): readonly MemoryHit[] {
  const groups = new Map<string, MemoryHit[]>();
  for (const hit of hits) {
    const { area } = hit.record;
    const name = area.kind === 'user' ? 'user' : area.id;
    groups.set(name, [...(groups.get(name) ?? []), hit]);
  }
  return [...groups.values()].flat();
}

/** Hits that fit into `maxBytes` of JSON, best first. Links take what the hits leave: they can be asked for. */
export function fitHits(hits: readonly MemoryHit[], maxBytes: number): readonly Record<string, unknown>[] {
  const fitting = fit(
    hits.map((hit) => hitView(hit, [])),
    maxBytes,
  );
  let left = maxBytes - byteLength(JSON.stringify(fitting));
  return fitting.map((bare, at) => {
    const hit = hits[at];
    if (hit === undefined) return bare;
    const relations = fit(hit.relations, left);
    left -= byteLength(JSON.stringify(relations));
    return hitView(hit, relations);
  });
}

/** One hit of mem_search. Fields without a value are left out. */
function hitView(hit: MemoryHit, relations: MemoryHit['relations']): Record<string, unknown> {
  const { record } = hit;
  return present({
    id: record.id,
    kind: record.kind,
    project: projectOf(record),
    key: record.key,
    title: record.kind === 'fact' ? undefined : record.label,
    preview: hit.preview,
    type: record.type,
    scope: record.scope,
    workspace: record.workspace,
    status: record.status,
    confidence: record.confidence,
    source: record.source,
    source_id: record.sourceId,
    updated_at: record.updatedAt,
    version: `${record.version.n} of ${record.version.of}`,
    superseded_by: record.supersededBy,
    conflicts_with: conflictsOf(record),
    graph_relations: relations,
    why: hit.why,
  });
}

/** What the view of one memory shows beside its record. */
export interface Sight {
  /** The prompt that it answers. */
  readonly prompt: Prompt | undefined;
  readonly months: ReviewMonths;
  /** As the rows hold it. */
  readonly now: string;
}

const PROMPT_PREVIEW_BYTES = 300;

/** A prompt beside the memory that answers it. */
export function promptView({ id, content, createdAt }: Prompt): Record<string, unknown> {
  return { id, content: preview(content, PROMPT_PREVIEW_BYTES), created_at: createdAt };
}

/** Fields that follow from the time: `state` is left out while a memory is active. */
function stateView(record: MemoryRecord, { months, now }: Sight): Record<string, unknown> {
  const after = reviewAfter(record, months);
  if (record.deletedAt !== undefined) return { state: 'deleted', review_after: after };
  return { state: after !== undefined && after <= now ? 'needs_review' : undefined, review_after: after };
}

const CAVEAT_TITLE_BYTES = 120;

function caveatsView({ caveats }: MemoryRecord): readonly Record<string, unknown>[] | undefined {
  if (caveats.length === 0) return undefined;
  return caveats.map(({ relation, otherId, otherTitle }) => ({
    relation,
    other_id: otherId,
    other_title: preview(otherTitle, CAVEAT_TITLE_BYTES),
  }));
}

const OBSERVATION_PREVIEW_BYTES = 2_000;

/** A memory as mem_save answers it: content as a preview, fields at their default left out. */
export function observationView(record: MemoryRecord, sight: Sight): Record<string, unknown> {
  const truncated = byteLength(record.content) > OBSERVATION_PREVIEW_BYTES;
  return present({
    id: record.id,
    title: record.label,
    type: record.type,
    content: truncated ? preview(record.content, OBSERVATION_PREVIEW_BYTES) : record.content,
    scope: record.scope,
    topic_key: record.key,
    tool_name: record.toolName,
    session_id: record.sessionId,
    prompt: sight.prompt && promptView(sight.prompt),
    revision_count: record.revision > 1 ? record.revision : undefined,
    duplicate_count: record.duplicateCount > 1 ? record.duplicateCount : undefined,
    ...stateView(record, sight),
    pinned: record.pinned ? true : undefined,
    created_at: record.createdAt,
    updated_at: record.updatedAt === record.createdAt ? undefined : record.updatedAt,
    caveats: caveatsView(record),
    content_truncated: truncated ? true : undefined,
  });
}

/** A whole memory with its passport. */
export function memoryView(record: MemoryRecord, sight: Sight): Record<string, unknown> {
  return present({
    id: record.id,
    kind: record.kind,
    project: projectOf(record),
    title: record.kind === 'fact' ? undefined : record.label,
    key: record.key,
    type: record.type,
    content: record.content,
    scope: record.scope,
    workspace: record.workspace,
    status: record.status,
    ...stateView(record, sight),
    confidence: record.confidence,
    source: record.source,
    source_context: record.sourceContext,
    source_id: record.sourceId,
    source_hash: record.sourceHash,
    source_hash_taken: record.sourceHashTaken,
    source_revision: record.sourceRevision,
    freshness: record.freshness,
    derived_from: record.derivedFrom.length > 0 ? record.derivedFrom : undefined,
    missing_sources: record.missingSources.length > 0 ? record.missingSources : undefined,
    tool_name: record.toolName,
    session_id: record.sessionId,
    prompt: sight.prompt && promptView(sight.prompt),
    saved_by: record.savedBy,
    pinned: record.pinned ? true : undefined,
    revision_count: record.revision > 1 ? record.revision : undefined,
    duplicate_count: record.duplicateCount > 1 ? record.duplicateCount : undefined,
    version: record.version.of > 1 ? `${record.version.n} of ${record.version.of}` : undefined,
    superseded_by: record.supersededBy,
    conflicts_with: conflictsOf(record),
    created_at: record.createdAt,
    updated_at: record.updatedAt,
    reviewed_at: record.reviewedAt,
    expires_at: record.expiresAt,
    expired: record.expired ? true : undefined,
    deleted_at: record.deletedAt,
  });
}
