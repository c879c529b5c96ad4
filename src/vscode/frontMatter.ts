import type { Background } from '../memory/background';
import type { Freshness } from '../memory/freshness';
import type { MemoryRecord } from '../memory/types';

type Value = string | number | boolean | readonly string[] | undefined;

/** A memory as a document: what is known about it as YAML front matter, then its text, byte for byte. */
export function memoryDocument(record: MemoryRecord, background: Background): string {
  const lines = Object.entries(frontMatter(record, background)).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${yaml(value)}`],
  );
  return `---\n${lines.join('\n')}\n---\n\n${record.content}${record.content.endsWith('\n') ? '' : '\n'}`;
}

function frontMatter(record: MemoryRecord, background: Background): Record<string, Value> {
  return {
    id: record.id,
    kind: record.kind,
    title: record.kind === 'observation' ? record.label : undefined,
    [keyName(record)]: record.key,
    [record.kind === 'fact' ? 'category' : 'type']: record.type,
    project: record.area.kind === 'project' ? record.area.name : undefined,
    scope: record.scope,
    area: record.workspace,
    status: record.status,
    superseded_by: record.supersededBy,
    conflicts_with: record.conflictsWith.length > 0 ? record.conflictsWith : undefined,
    confidence: record.confidence,
    source: record.source,
    source_context: record.sourceContext,
    source_id: record.sourceId,
    source_hash: record.sourceHash,
    source_revision: record.sourceRevision,
    freshness: record.freshness && freshnessWords(record.freshness),
    derived_from: record.derivedFrom.length > 0 ? record.derivedFrom : undefined,
    missing_sources: record.missingSources.length > 0 ? record.missingSources : undefined,
    ...comparedIds(background),
    saved_by: record.savedBy,
    answers: background.prompt,
    tool: record.toolName,
    session: record.sessionId,
    pinned: record.pinned ? true : undefined,
    revision: record.revision,
    version: record.version.of > 1 ? `${record.version.n} of ${record.version.of}` : undefined,
    created: record.createdAt,
    updated: record.updatedAt,
    expires: record.expiresAt,
    reviewed: record.reviewedAt,
    review_after: background.reviewAfter,
    forgotten: record.deletedAt,
  };
}

function freshnessWords(freshness: Freshness): string {
  return freshness.status === 'stale' ? `stale (${freshness.reason})` : freshness.status;
}

/** Ids of what the memory was compared with, by what it was judged to be. */
function comparedIds({ compared }: Background): Record<string, Value> {
  const ids: Record<string, string[]> = {};
  for (const { relation, id } of compared) (ids[relation] ??= []).push(id);
  return ids;
}

function keyName(record: MemoryRecord): string {
  switch (record.kind) {
    case 'fact':
      return 'key';
    case 'observation':
      return 'topic_key';
    case 'statement':
      return 'fact_key';
  }
}

function yaml(value: Exclude<Value, undefined>): string {
  if (typeof value === 'string') return scalar(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return `[${value.map(scalar).join(', ')}]`;
}

/** Words that YAML 1.1 or 1.2 reads as something else than a string. */
const RESERVED = /^(?:true|false|yes|no|on|off|y|n|null)$/i;
/** Starts with a letter, so that no number, date or indicator is meant; no `: `, ` #`, quote or bracket inside. */
const PLAIN = /^[\p{L}][\p{L}\p{M}\p{N} ._/@+()-]*$/u;

/**
 * A YAML scalar that reads back as this text: plain where nothing can be mistaken, else double-quoted
 * (YAML 1.2, 7.3.1; JSON's escapes are a subset of YAML's).
 */
export function scalar(text: string): string {
  if (PLAIN.test(text) && !text.endsWith(' ') && !RESERVED.test(text)) return text;
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
