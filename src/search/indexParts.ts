import { SearchIndex } from './searchIndex';
import type { KindStatistics, PackedIndex } from './searchIndex';

/**
 * Version of the parts, and of what `analyze` makes of a text: an index of another version is of no use. To be raised
 * with every change of either (`test/unit/search/indexVersion.test.ts` notices).
 */
export const INDEX_VERSION = '4';

/** What of an index is no array, as JSON in the first part. */
interface Head {
  readonly kinds: readonly (KindStatistics & { readonly name: string })[];
  readonly terms: readonly [capacity: number, end: number];
  readonly ids: readonly [capacity: number, end: number];
  readonly postingsEnd: number;
  readonly orderEnd: number;
  readonly dimensions: number;
}

/** The index as byte arrays to be kept in a file: a head, and each of its arrays as it lies in memory. */
export function indexToParts(index: SearchIndex): Uint8Array[] {
  const packed = index.pack();
  const { dictionary, ids, postings, order } = packed;
  const head: Head = {
    kinds: packed.kindStatistics.map((statistics, kind) => ({
      name: packed.kindNames[kind] ?? '',
      ...statistics,
    })),
    terms: [dictionary.capacity, dictionary.end],
    ids: [ids.capacity, ids.end],
    postingsEnd: postings.end,
    orderEnd: order.end,
    dimensions: packed.vectors.dimensions,
  };
  const arrays = [
    dictionary.bytes,
    dictionary.starts,
    dictionary.lengths,
    dictionary.links,
    dictionary.buckets,
    dictionary.signatures,
    dictionary.heads,
    dictionary.headLinks,
    ids.bytes,
    ids.starts,
    ids.lengths,
    ids.links,
    ids.buckets,
    postings.slots,
    postings.frequencies,
    postings.starts,
    postings.counts,
    postings.rooms,
    packed.sequences,
    packed.numbers,
    packed.weights,
    packed.kinds,
    packed.titleLengths,
    packed.contentLengths,
    packed.titleHashes,
    packed.keyHashes,
    order.units,
    order.starts,
    order.counts,
    packed.vectors.values,
    packed.vectors.scales,
  ];
  return [
    new TextEncoder().encode(JSON.stringify(head)),
    ...arrays.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)),
  ];
}

/**
 * The index of the parts that `indexToParts` of the same version made; it keeps and changes their memory, which is
 * why loading one takes no time of its own. Each part begins at a multiple of eight in its buffer.
 */
export function indexFromParts(parts: readonly Uint8Array<ArrayBuffer>[]): SearchIndex {
  const [first, ...arrays] = parts;
  const head = JSON.parse(new TextDecoder().decode(first)) as Head;
  let at = 0;
  const next = <T>(
    make: new (buffer: ArrayBuffer, byteOffset: number, length: number) => T,
    bytes: number,
  ): T => {
    const part = arrays[at++];
    if (part === undefined) throw new RangeError('Parts of an index are missing.');
    return new make(part.buffer, part.byteOffset, part.byteLength / bytes);
  };
  const bytes = () => next(Uint8Array<ArrayBuffer>, 1);
  const shorts = () => next(Uint16Array<ArrayBuffer>, 2);
  const words = () => next(Uint32Array<ArrayBuffer>, 4);
  const strings = ([capacity, end]: readonly [number, number]) => ({
    capacity,
    end,
    bytes: bytes(),
    starts: words(),
    lengths: shorts(),
    links: words(),
    buckets: words(),
  });
  // The properties are evaluated in their order here: it is the order of the parts.
  const packed: PackedIndex = {
    kindNames: head.kinds.map(({ name }) => name),
    kindStatistics: head.kinds,
    dictionary: { ...strings(head.terms), signatures: words(), heads: words(), headLinks: words() },
    ids: strings(head.ids),
    postings: {
      end: head.postingsEnd,
      slots: words(),
      frequencies: shorts(),
      starts: words(),
      counts: words(),
      rooms: bytes(),
    },
    sequences: next(Float64Array<ArrayBuffer>, 8),
    numbers: next(Float64Array<ArrayBuffer>, 8),
    weights: next(Float32Array<ArrayBuffer>, 4),
    kinds: bytes(),
    titleLengths: shorts(),
    contentLengths: words(),
    titleHashes: words(),
    keyHashes: words(),
    order: { end: head.orderEnd, units: shorts(), starts: words(), counts: words() },
    vectors: { values: bytes(), scales: next(Float32Array<ArrayBuffer>, 4), dimensions: head.dimensions },
  };
  return new SearchIndex(packed);
}
