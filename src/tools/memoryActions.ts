import {
  factCategories,
  factCategoryCounts,
  factKey,
  liveFactKeys,
  liveFactsByKey,
  replacedValue,
  saveFact,
  type FactCategory,
} from '../memory/facts';
import { userArea } from '../memory/memoryHost';
import { movedReplacedValue } from '../memory/repeatedSave';
import { daysLater, timestamp } from '../memory/timestamp';
import type { Area, MemoryHit } from '../memory/types';
import { DEFAULT_WORKSPACE, requestConflict, saveOnce } from './idempotency';
import { noSuchKey } from './lookup';
import type { MemoryInput } from './memory';
import { clamp, codePoints, joinHints, nonBlank, queryFault, SOURCE_LENGTH, tooLong } from './parameters';
import { changeScope, chosenScope, readScope, writeScope, type ReadScope } from './projectScope';
import type { CallContext, ToolResult } from './tool';
import { failed, invalidParams, type Failed } from './toolFailure';
import { fit } from './views';

const KEY_LENGTH = 128;
export const VALUE_LENGTH = 4_000;
const MAX_EXPIRES_DAYS = 36_500;
const DEFAULT_CONFIDENCE = 70;
const SEARCH_LIMIT = 15;
const SEARCH_BYTES = 24 * 1024 - 512;
/** Values are whole up to this length in an answer. */
const VALUE_SHOWN = 1_000;

export async function saveFactCall(call: MemoryInput, context: CallContext): Promise<ToolResult> {
  const category = call.category;
  if (category === undefined)
    return invalidParams(`save requires category: one of ${factCategories.join(', ')}`);
  const given = nonBlank(call.key);
  if (given === undefined)
    return invalidParams('save requires key: a snake_case name of the fact, e.g. prod_server_ip');
  const value = nonBlank(call.value);
  if (value === undefined) return invalidParams('save requires value: the fact as one plain-text statement');
  const key = validKey(given);
  if (typeof key !== 'string') return key;
  if (codePoints(value) > VALUE_LENGTH) {
    return invalidParams(
      `value has ${codePoints(value)} characters; a fact holds at most ${VALUE_LENGTH}. Save longer texts with mem_save. Nothing was changed.`,
    );
  }
  const long = tooLong(call, { source_context: SOURCE_LENGTH });
  if (long !== undefined) return long;
  const days = call.expires_days;
  if (days !== undefined && !(days > 0 && days <= MAX_EXPIRES_DAYS)) {
    return invalidParams('expires_days must be a number above 0 and at most 36,500');
  }

  const confidence = clamp(call.confidence ?? DEFAULT_CONFIDENCE, 0, 100);
  const scope = call.scope ?? 'user';
  const target = scope === 'user' ? undefined : await writeScope(context, call);
  if (target?.kind === 'error') return target;
  const area: Area = target?.area ?? userArea;
  const now = context.host.now();
  const sourceContext = nonBlank(call.source_context);
  const expiresAt = days === undefined ? undefined : daysLater(now, days);
  const source = call.source ?? 'conversation';
  const at = timestamp(now);
  const admission = await context.host.limits.admission();
  const once = await context.host.use(area, (opened) =>
    opened.write((tx) =>
      saveOnce<SavedFact>(
        tx,
        context,
        { tool: 'memory', workspace: DEFAULT_WORKSPACE },
        {
          save: () => {
            const { status, row, previous } = saveFact(
              tx,
              {
                category,
                key,
                value,
                source,
                confidence: confidence / 100,
                ...(sourceContext === undefined ? {} : { context: sourceContext }),
                ...(expiresAt === undefined ? {} : { expiresAt }),
                scope,
                savedBy: context.savedBy,
              },
              at,
            );
            if (status === 'saved') admission.assertRoom(tx, { store: opened.store, kind: area.kind });
            return {
              value: { id: row.uuid, status, previous, expiresAt, at },
              saved: { memory: row.uuid, outcome: status, at },
            };
          },
          repeat: ({ memory, outcome, at: first }) => ({
            id: memory,
            status: outcome,
            previous: replacedValue(tx, memory, first),
            expiresAt: days === undefined ? undefined : daysLater(new Date(first), days),
            at: first,
          }),
        },
      ),
    ),
  );
  if (once.kind === 'conflict') return requestConflict();
  const saved = once.value;
  // Where the fact has moved since, its history is there.
  const moved = saved.status === 'updated' && saved.previous === undefined;
  const previous = moved
    ? await movedReplacedValue(context.host, { memory: saved.id, at: saved.at }, area)
    : saved.previous;
  context.host.recalled.note([saved.id]);
  return {
    kind: 'ok',
    value: {
      status: saved.status,
      category,
      key,
      ...(previous === undefined ? {} : { previous: shownValue(previous).value }),
      id: saved.id,
      scope,
      source,
      confidence,
      ...(saved.expiresAt === undefined ? {} : { expires_at: saved.expiresAt }),
      ...target?.header,
    },
  };
}

interface SavedFact {
  readonly id: string;
  readonly status: string;
  readonly previous: string | undefined;
  readonly expiresAt: string | undefined;
  /** When it was saved first, as the rows have it. */
  readonly at: string;
}

export async function searchFacts(call: MemoryInput, context: CallContext): Promise<ToolResult> {
  const query = nonBlank(call.query);
  if (query === undefined)
    return invalidParams('search requires query: words that describe what to look for');
  const fault = queryFault(query);
  if (fault !== undefined) return failed('invalid_search', fault);
  const scope = await factScope(call, context);
  if (scope.kind === 'error') return scope;
  const answer = await context.host.search(scope.areas, {
    query,
    limit: SEARCH_LIMIT,
    kind: 'fact',
    ...(call.category === undefined ? {} : { type: call.category }),
  });
  context.host.recalled.note(answer.hits.map((hit) => hit.record.id));
  // Where a merge brought two values of one key together, only the newest is the fact.
  const current = answer.hits.filter(({ record }) => record.supersededBy === undefined);
  const facts = fit(current.map(factView), SEARCH_BYTES);
  return {
    kind: 'ok',
    value: {
      count: facts.length,
      facts,
      ...scope.header,
      ...joinHints([
        scope.hint,
        facts.length < answer.total - (answer.hits.length - current.length)
          ? `${answer.total} facts match; the best ${facts.length} are shown. Use more specific words for others.`
          : undefined,
      ]),
    },
  };
}

export async function forgetFact(call: MemoryInput, context: CallContext): Promise<ToolResult> {
  const given = nonBlank(call.key);
  if (given === undefined)
    return invalidParams('forget requires key: that of the fact to forget, as a search showed it');
  const key = validKey(given);
  if (typeof key !== 'string') return key;
  const scope = await factScope(call, context, changeScope);
  if (scope.kind === 'error') return scope;
  if (scope.ambiguous && call.scope === 'project') {
    const chosen = await chosenScope(context, call);
    if (chosen.kind === 'error') return chosen;
    return forgetIn(chosen.projects, key, call.category, context, chosen.header);
  }
  // Which project is not certain: only the user's own facts are forgotten, and the answer says so.
  const areas = scope.ambiguous ? [userArea] : scope.areas;
  const hint = scope.ambiguous
    ? "The project is ambiguous, so only the user's own facts were looked at; name the project to forget one of its facts."
    : scope.hint;
  return forgetIn(areas, key, call.category, context, { ...scope.header, ...joinHints([hint]) });
}

async function forgetIn(
  areas: readonly Area[],
  key: string,
  category: FactCategory | undefined,
  context: CallContext,
  header: object,
): Promise<ToolResult> {
  const ids: string[] = [];
  for (const area of areas) {
    const found = await context.host.use(area, (opened) =>
      opened.read((db) => liveFactsByKey(db, key, category, context.host.timestamp())),
    );
    if (found.length === 0) continue;
    const uuids = found.map((row) => row.uuid);
    ids.push(...(await context.host.forget(area, uuids, context.savedBy)));
  }
  if (ids.length === 0) return noSuchFact(key, areas, category, context);
  return { kind: 'ok', value: { forgotten: ids.length, key, ids, ...header } };
}

async function noSuchFact(
  key: string,
  areas: readonly Area[],
  category: FactCategory | undefined,
  context: CallContext,
): Promise<Failed> {
  const others = new Set<string>();
  for (const area of category === undefined ? [] : areas) {
    const found = await context.host.use(area, (opened) =>
      opened.read((db) => liveFactsByKey(db, key, undefined, context.host.timestamp())),
    );
    for (const row of found) if (row.type !== null) others.add(row.type);
  }
  return others.size === 0
    ? noSuchKey(key, areas, context, liveFactKeys)
    : failed(
        'memory_not_found',
        `not found in the category ${category ?? ''}, but the key ${key} is in: ${[...others].join(', ')}.`,
      );
}

export async function listFacts(call: MemoryInput, context: CallContext): Promise<ToolResult> {
  const scope = await factScope(call, context);
  if (scope.kind === 'error') return scope;
  const counts = new Map<string, number>();
  for (const area of scope.areas) {
    const found = await context.host.use(area, (opened) =>
      opened.read((db) => factCategoryCounts(db, context.host.timestamp())),
    );
    for (const { category, count } of found) counts.set(category, (counts.get(category) ?? 0) + count);
  }
  const categories = [...counts].sort().map(([category, count]) => ({ category, count }));
  return {
    kind: 'ok',
    value: {
      categories,
      count: categories.reduce((sum, item) => sum + item.count, 0),
      ...scope.header,
      ...joinHints([scope.hint]),
    },
  };
}

/** Both the user's facts and the project's, or the one that the call names. */
async function factScope(
  call: MemoryInput,
  context: CallContext,
  look: typeof readScope | typeof changeScope = readScope,
): Promise<(Omit<ReadScope, 'header'> & { readonly kind: 'scope'; readonly header: object }) | Failed> {
  if (call.scope === 'user') {
    return { kind: 'scope', areas: [userArea], projects: [], header: {}, ambiguous: false };
  }
  const scope = await look(context, call);
  if (scope.kind === 'error' || call.scope === undefined) return scope;
  // The project's facts alone are asked for: without the project there is nothing to answer with.
  if (scope.failure !== undefined) return { kind: 'error', failure: scope.failure };
  return { ...scope, areas: scope.projects };
}

function validKey(given: string): string | Failed {
  const key = factKey(given);
  if (key === '') return invalidParams('key holds no letter or digit; use snake_case, e.g. prod_server_ip');
  if (codePoints(key) > KEY_LENGTH) {
    return invalidParams(`key has ${codePoints(key)} characters; at most ${KEY_LENGTH} are allowed`);
  }
  return key;
}

function factView({ record }: MemoryHit): Record<string, unknown> {
  return {
    category: record.type,
    key: record.key,
    ...shownValue(record.content),
    src: record.source,
    conf: Math.round((record.confidence ?? 0) * 100),
    ...(record.sourceContext === undefined ? {} : { ctx: record.sourceContext }),
    id: record.id,
    scope: record.scope,
    ...(record.area.kind === 'project' ? { project: record.area.name } : {}),
    updated_at: record.updatedAt,
    ...(record.expiresAt === undefined ? {} : { expires_at: record.expiresAt }),
  };
}

function shownValue(value: string): { readonly value: string; readonly value_truncated?: true } {
  if (codePoints(value) <= VALUE_SHOWN) return { value };
  const cut = [...value].slice(0, VALUE_SHOWN).join('');
  return { value: `${cut}…`, value_truncated: true };
}
