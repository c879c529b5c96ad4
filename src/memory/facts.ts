import type { Reader, Transaction } from '../store/types';
import { insertMemory, LIVE, replaceMemory, reviseMemory, type MemoryRow } from './memoryRow';

export const factCategories = ['profile', 'preferences', 'technical', 'projects', 'other'] as const;
export type FactCategory = (typeof factCategories)[number];

export const factSources = ['conversation', 'tool_call', 'auto_discovery', 'user_explicit'] as const;
export type FactSource = (typeof factSources)[number];

export interface FactInput {
  readonly category: FactCategory;
  /** In the form that `factKey` gives. */
  readonly key: string;
  readonly value: string;
  readonly source: FactSource;
  /** 0..1 */
  readonly confidence: number;
  readonly context?: string;
  readonly expiresAt?: string;
  readonly scope: 'user' | 'project';
  readonly savedBy: string;
}

export interface FactSaved {
  readonly status: 'saved' | 'updated' | 'unchanged';
  readonly row: MemoryRow;
  readonly previous?: string;
}

/** An upsert on (category, key). The overwritten value stays in the history. */
export function saveFact(tx: Transaction, fact: FactInput, now: string): FactSaved {
  const passport = {
    source: fact.source,
    confidence: fact.confidence,
    source_context: fact.context ?? null,
    expires_at: fact.expiresAt ?? null,
    saved_by: fact.savedBy,
  };
  const [live] = tx.query<MemoryRow>(
    `SELECT * FROM memory WHERE kind = 'fact' AND key = ? AND type = ? AND ${LIVE} ORDER BY sequence DESC, id DESC LIMIT 1`,
    [fact.key, fact.category, now],
  );
  if (live === undefined) {
    const row = insertMemory(
      tx,
      {
        kind: 'fact',
        type: fact.category,
        key: fact.key,
        content: fact.value,
        scope: fact.scope,
        ...passport,
      },
      now,
    );
    return { status: 'saved', row };
  }
  if (live.content === fact.value) {
    const row = replaceMemory(tx, live, { ...passport, updated_at: now, sequence: tx.sequence });
    return { status: 'unchanged', row };
  }
  const row = reviseMemory(tx, live, { content: fact.value, ...passport }, fact.savedBy, now);
  return { status: 'updated', row, previous: live.content };
}

/** The value that a fact had before the save of that moment. */
export function replacedValue(db: Reader, uuid: string, at: string): string | undefined {
  const [version] = db.query<{ image: string }>(
    `SELECT image FROM history JOIN memory ON memory.id = history.memory_id
     WHERE memory.uuid = ? AND replaced_at = ? ORDER BY history.id DESC LIMIT 1`,
    [uuid, at],
  );
  return version && (JSON.parse(version.image) as MemoryRow).content;
}

export function liveFactsByKey(
  db: Reader,
  key: string,
  category: string | undefined,
  now: string,
): readonly MemoryRow[] {
  return db.query<MemoryRow>(
    `SELECT * FROM memory WHERE kind = 'fact' AND key = ? AND (? IS NULL OR type = ?) AND ${LIVE} ORDER BY id`,
    [key, category ?? null, category ?? null, now],
  );
}

export function liveFactKeys(db: Reader, now: string): readonly string[] {
  return db
    .query<{ key: string }>(`SELECT DISTINCT key FROM memory WHERE kind = 'fact' AND ${LIVE} ORDER BY key`, [
      now,
    ])
    .map((row) => row.key);
}

export function factCategoryCounts(db: Reader, now: string): readonly { category: string; count: number }[] {
  return db.query<{ category: string; count: number }>(
    `SELECT type AS category, count(*) AS count FROM memory WHERE kind = 'fact' AND ${LIVE}
     GROUP BY type ORDER BY type`,
    [now],
  );
}

/**
 * snake_case, letters and digits of any script: `Prod Server-IP` and `prodServerIp` are `prod_server_ip`.
 * Empty when nothing is left.
 */
export function factKey(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFKC')
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1_$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/gu, '');
}
