import type { SearchIndex } from './searchIndex';
import type { SearchOptions } from './types';

/** For an index: whether the document of a slot may be ranked. */
export type Admits = (index: SearchIndex) => (slot: number) => boolean;

/** The `only` and `except` of the options, looked up once and not once a document. Undefined: every document may. */
export function admission(
  indexes: readonly SearchIndex[],
  { only, except }: SearchOptions,
): Admits | undefined {
  if (only === undefined && (except === undefined || except.size === 0)) return undefined;
  const admitted = new Map(
    indexes.map((index) => {
      const flags = new Uint8Array(index.capacity);
      if (only === undefined) flags.fill(1);
      else mark(index, flags, only, 1);
      if (except !== undefined) mark(index, flags, except, 0);
      return [index, flags];
    }),
  );
  return (index) => {
    const flags = admitted.get(index);
    return (slot) => flags?.[slot] === 1;
  };
}

function mark(index: SearchIndex, flags: Uint8Array, ids: ReadonlySet<string>, flag: number): void {
  for (const id of ids) {
    const slot = index.slotOf(id);
    if (slot >= 0) flags[slot] = flag;
  }
}
