import { compareAge } from './candidates';
import type { Candidate } from './candidates';
import { exactForm, exactHash } from './exactText';
import type { SearchIndex } from './searchIndex';

/** Kinds whose title field is a key. */
const KEYED_KINDS: ReadonlySet<string> = new Set(['fact', 'statement']);

/** Documents whose id, key or title is the query: ids first, then keys, then titles; the newest first among equals. */
export function exactMatches(indexes: readonly SearchIndex[], query: string): Candidate[] {
  const form = exactForm(query);
  if (form === '') return [];
  const [first, second] = exactHash(form);
  const trimmed = query.trim();
  const found: { readonly candidate: Candidate; readonly order: number }[] = [];
  for (const index of indexes) {
    const { titleHashes, keyHashes, ids, capacity } = index;
    const isForm = (hashes: Uint32Array, slot: number): boolean =>
      hashes[2 * slot] === first && hashes[2 * slot + 1] === second;
    const own = Math.max(index.slotOf(trimmed), index.slotOf(trimmed.toLowerCase()));
    if (own >= 0) found.push({ candidate: { index, slot: own, byWords: 0, score: 0 }, order: 0 });
    for (let slot = 0; slot < capacity; slot++) {
      const isKey = isForm(keyHashes, slot);
      if ((!isKey && !isForm(titleHashes, slot)) || slot === own || !ids.has(slot)) continue;
      const order = isKey || KEYED_KINDS.has(index.kindNames[index.kinds[slot]!]!) ? 1 : 2;
      found.push({ candidate: { index, slot, byWords: 0, score: 0 }, order });
    }
  }
  found.sort((a, b) => a.order - b.order || compareAge(a.candidate, b.candidate));
  return found.map(({ candidate }) => candidate);
}
