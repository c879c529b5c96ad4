import { factKey } from '../memory/facts';
import { topicKey } from '../memory/observations';
import { liveKeys } from '../memory/passport';
import type { Area } from '../memory/types';
import { nearestKeys } from '../search/exactText';
import { nameForm } from './parameters';
import { readScope, type ReadScope } from './projectScope';
import type { ToolContext } from './tool';
import { failed, type Failed } from './toolFailure';

const NEAR_KEYS = 5;

/** A key as a fact, a topic or a statement would hold it. */
export function keySpellings(key: string): readonly string[] {
  return [nameForm(key), factKey(key), topicKey(key)];
}

/** An id is unique over all databases: what is open here is looked at first, other projects after it. */
export async function findEverywhere<T>(
  scope: ReadScope,
  context: ToolContext,
  find: (area: Area) => Promise<T | undefined>,
): Promise<T | undefined> {
  const looked = new Set<string>();
  const lookIn = async (areas: readonly Area[]): Promise<T | undefined> => {
    for (const area of areas) {
      const name = area.kind === 'user' ? '' : area.id;
      if (looked.has(name)) continue;
      looked.add(name);
      const found = await find(area);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const here = await lookIn(scope.areas);
  if (here !== undefined) return here;
  const everywhere = await readScope(context, { all_projects: true });
  return everywhere.kind === 'error' ? undefined : lookIn(everywhere.areas);
}

export function noSuchId(id: string): Failed {
  return failed(
    'memory_not_found',
    `not found: no memory has the id ${id.slice(0, 40)}. Search with mem_search to learn its id.`,
  );
}

export function memoryDeleted(id: string): Failed {
  return failed(
    'memory_deleted',
    `The memory ${id} is forgotten. The person can restore it; nothing was changed.`,
  );
}

/** Names the keys that the caller may have meant. */
export async function noSuchKey(
  key: string,
  areas: readonly Area[],
  context: ToolContext,
  keysOf = liveKeys,
): Promise<Failed> {
  const keys = new Set<string>();
  for (const area of areas) {
    const found = await context.host.use(area, (opened) =>
      opened.read((db) => keysOf(db, context.host.timestamp())),
    );
    for (const name of found) keys.add(name);
  }
  const near = nearestKeys(key, [...keys], NEAR_KEYS).filter((name) => name !== key);
  const next =
    near.length > 0 ? `Near keys: ${near.join(', ')}.` : 'Search with mem_search to learn its key.';
  return failed(
    'memory_not_found',
    `not found: no memory has the key ${key.slice(0, 128)}. ${next}`,
    near.length > 0 ? { near_keys: near } : undefined,
  );
}
