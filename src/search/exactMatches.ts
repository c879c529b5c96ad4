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
    const own = Math.max(index.slotOf(trimmed), index.slotOf(trimmed.toLowerCase()));
    if (own >= 0) found.push({ candidate: { index, slot: own, byWords: 0, score: 0 }, order: 0 });
    const keyed = new Set(slotsOf(keyHashes, capacity, first, second));
    const titled = slotsOf(titleHashes, capacity, first, second);
    for (const slot of new Set([...keyed, ...titled])) {
      if (slot === own || !ids.has(slot)) continue;
      const isKey = keyed.has(slot) || KEYED_KINDS.has(index.kindNames[index.kinds[slot]!]!);
      found.push({ candidate: { index, slot, byWords: 0, score: 0 }, order: isKey ? 1 : 2 });
    }
  }
  found.sort((a, b) => a.order - b.order || compareAge(a.candidate, b.candidate));
  return found.map(({ candidate }) => candidate);
}

/** The slots with a hash of two words. All are looked through, by the engine, which is faster than a loop here. */
function slotsOf(hashes: Uint32Array, capacity: number, first: number, second: number): number[] {
  const slots: number[] = [];
  for (let at = hashes.indexOf(first); at >= 0; at = hashes.indexOf(first, at + 1)) {
    if (at >= 2 * capacity) break;
    if (at % 2 === 0 && hashes[at + 1] === second) slots.push(at / 2);
  }
  return slots;
}
