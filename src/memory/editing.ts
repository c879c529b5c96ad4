import type { Reader, Transaction } from '../store/types';
import { memoryByUuid, replaceMemory, reviseMemory, type MemoryRow } from './memoryRow';

/** What is to become of an observation. Absent: stays as it is. */
export interface ObservationEdit {
  readonly type?: string;
  readonly title?: string;
  readonly content?: string;
  readonly scope?: string;
  /** In the form that `topicKey` gives. */
  readonly topicKey?: string;
}

export type Edited =
  | { readonly kind: 'edited'; readonly row: MemoryRow }
  /** It says all that already. */
  | { readonly kind: 'unchanged'; readonly row: MemoryRow }
  | { readonly kind: 'gone' }
  /** Another live memory of that scope has the topic. */
  | { readonly kind: 'topic_taken'; readonly id: string }
  /** The text to be edited is another one by now: what was worked out from it is void. */
  | { readonly kind: 'outdated' };

/**
 * Rewrites an observation under its id; the version it replaces goes to the history. `seen`: its text when the edit
 * was worked out, where that depends on it.
 */
export function editObservation(
  tx: Transaction,
  uuid: string,
  edit: ObservationEdit,
  seen: string | undefined,
  by: string,
  now: string,
): Edited {
  const row = memoryByUuid(tx, uuid);
  if (row === undefined || row.deleted_at !== null) return { kind: 'gone' };
  if (seen !== undefined && seen !== row.content) return { kind: 'outdated' };
  const change = {
    type: edit.type ?? row.type,
    title: edit.title ?? row.title,
    content: edit.content ?? row.content,
    scope: edit.scope ?? row.scope,
    key: edit.topicKey ?? row.key,
  };
  const names = ['type', 'title', 'content', 'scope', 'key'] as const;
  if (names.every((name) => change[name] === row[name])) return { kind: 'unchanged', row };
  const holder = change.key === null ? undefined : holderOf(tx, change.key, change.scope, row);
  if (holder !== undefined) return { kind: 'topic_taken', id: holder };
  return { kind: 'edited', row: reviseMemory(tx, row, change, by, now) };
}

/** A mark: it makes the memory no newer. False: there is no such live memory. */
export function pinMemory(tx: Transaction, uuid: string, pinned: boolean): boolean {
  const row = memoryByUuid(tx, uuid);
  if (row === undefined || row.deleted_at !== null) return false;
  const mark = pinned ? 1 : 0;
  if (row.pinned !== mark) replaceMemory(tx, row, { pinned: mark });
  return true;
}

/** How often a text holds another, overlapping places included. */
export function occurrences(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) count++;
  return count;
}

/** Only a topic that changes hands can be taken: of two that a merge of projects brought together each may be edited. */
function holderOf(db: Reader, key: string, scope: string, row: MemoryRow): string | undefined {
  if (key === row.key && scope === row.scope) return undefined;
  return db.query<{ uuid: string }>(
    `SELECT uuid FROM memory WHERE kind = 'observation' AND key = ? AND scope = ? AND uuid <> ?
     AND deleted_at IS NULL LIMIT 1`,
    [key, scope, row.uuid],
  )[0]?.uuid;
}
