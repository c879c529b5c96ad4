import { analyze } from './analyze';
import { Dictionary } from './dictionary';
import type { PackedDictionary } from './dictionary';
import { exactForm, exactHash } from './exactText';
import { Postings, packFrequencies } from './postings';
import type { Frequencies, PackedPostings } from './postings';
import { grown, withRoom } from './regions';
import { DocumentVectors } from './semantic/documentVectors';
import type { PackedVectors } from './semantic/documentVectors';
import type { WordVectors } from './semantic/wordVectors';
import { StringTable } from './stringTable';
import type { PackedStrings } from './stringTable';
import { BESIDE, GAP, TermOrder } from './termOrder';
import type { PackedOrder } from './termOrder';
import type { SearchDocument } from './types';

/** What field lengths of one kind are compared with. Lengths are in surface words. */
export interface KindStatistics {
  documents: number;
  titleWords: number;
  contentWords: number;
}

/** Bytes of an index: its terms and their postings, the character bigrams of terms, the order of terms, the rest, vectors. */
export interface IndexMemory {
  readonly words: number;
  readonly grams: number;
  readonly order: number;
  readonly documents: number;
  readonly vectors: number;
}

/** What an index is made of: see the fields of `SearchIndex` of the same names. */
export interface PackedIndex {
  readonly dictionary: PackedDictionary;
  readonly postings: PackedPostings;
  readonly ids: PackedStrings;
  readonly sequences: Float64Array<ArrayBuffer>;
  readonly numbers: Float64Array<ArrayBuffer>;
  readonly weights: Float32Array<ArrayBuffer>;
  readonly kinds: Uint8Array<ArrayBuffer>;
  readonly titleLengths: Uint16Array<ArrayBuffer>;
  readonly contentLengths: Uint32Array<ArrayBuffer>;
  readonly titleHashes: Uint32Array<ArrayBuffer>;
  readonly keyHashes: Uint32Array<ArrayBuffer>;
  readonly order: PackedOrder;
  readonly vectors: PackedVectors;
  readonly kindNames: readonly string[];
  readonly kindStatistics: readonly KindStatistics[];
}

/**
 * An inverted index in memory, kept up to date one document at a time. Documents live in numbered slots; a slot that
 * is free again serves the next document. What `search` reads is public; only `add` and `remove` change it.
 */
export class SearchIndex {
  readonly dictionary: Dictionary;
  readonly postings: Postings;
  /** The ids of the documents, numbered by slot. */
  readonly ids: StringTable;
  sequences: Float64Array<ArrayBuffer>;
  /** The keeper's numbers; -1 for a document without one. */
  numbers: Float64Array<ArrayBuffer>;
  weights: Float32Array<ArrayBuffer>;
  kinds: Uint8Array<ArrayBuffer>;
  titleLengths: Uint16Array<ArrayBuffer>;
  contentLengths: Uint32Array<ArrayBuffer>;
  /** Hashes of the exact form of the title, two words a slot. */
  titleHashes: Uint32Array<ArrayBuffer>;
  /** The same of the key beside a title; zeros for a document without one. */
  keyHashes: Uint32Array<ArrayBuffer>;
  /** The terms of each document in the order of its text, by slot. */
  readonly order: TermOrder;
  /** Where the documents point in meaning: those that were added while there was a table. */
  readonly vectors: DocumentVectors;
  /** Makes the vectors of documents added from now on; without it they get none. */
  wordVectors: WordVectors | undefined;
  /** By kind number. */
  readonly kindNames: string[];
  readonly kindStatistics: KindStatistics[];
  /** Grows with every change: caches of the ranking compare it. */
  revision = 0;

  /** An empty index, or one of packed arrays, which it keeps and changes. */
  constructor(packed?: PackedIndex) {
    this.dictionary = new Dictionary(packed?.dictionary);
    this.postings = new Postings(packed?.postings);
    this.ids = new StringTable(packed?.ids);
    this.sequences = packed?.sequences ?? new Float64Array(0);
    this.numbers = packed?.numbers ?? new Float64Array(0);
    this.weights = packed?.weights ?? new Float32Array(0);
    this.kinds = packed?.kinds ?? new Uint8Array(0);
    this.titleLengths = packed?.titleLengths ?? new Uint16Array(0);
    this.contentLengths = packed?.contentLengths ?? new Uint32Array(0);
    this.titleHashes = packed?.titleHashes ?? new Uint32Array(0);
    this.keyHashes = packed?.keyHashes ?? new Uint32Array(0);
    this.order = new TermOrder(packed?.order);
    this.vectors = new DocumentVectors(packed?.vectors);
    this.kindNames = [...(packed?.kindNames ?? [])];
    this.kindStatistics = (packed?.kindStatistics ?? []).map((statistics) => ({ ...statistics }));
  }

  get size(): number {
    return this.ids.size;
  }

  /** Slots handed out so far, free ones included. */
  get capacity(): number {
    return this.ids.capacity;
  }

  has(id: string): boolean {
    return this.ids.find(id) >= 0;
  }

  /** The slot of a document, or -1. */
  slotOf(id: string): number {
    return this.ids.find(id);
  }

  /** Adds a document, or replaces the one of the same id. */
  add(document: SearchDocument): void {
    this.remove(document.id);
    const counts = new Map<number, Frequencies>();
    const sequence: number[] = [];
    const titleWords = this.#count(document.fields.title, 'title', counts, sequence);
    const contentWords = this.#count(document.fields.content, 'content', counts, sequence);
    this.#count(document.fields.type ?? '', 'attributes', counts, sequence);
    this.#count(document.fields.source ?? '', 'attributes', counts, sequence);
    this.#count(document.fields.key ?? '', 'attributes', counts, sequence);

    const slot = this.ids.add(document.id);
    this.#reserve(slot);
    this.sequences[slot] = document.sequence;
    this.numbers[slot] = document.number ?? -1;
    this.weights[slot] = Math.min(1, Math.max(0, document.weight ?? 0));
    this.titleLengths[slot] = Math.min(0xffff, titleWords);
    this.contentLengths[slot] = contentWords;
    const { title, content, key } = document.fields;
    this.titleHashes.set(exactHash(exactForm(title)), 2 * slot);
    this.keyHashes.set(key === undefined ? [0, 0] : exactHash(exactForm(key)), 2 * slot);
    const kind = this.#kind(document.kind);
    this.kinds[slot] = kind;
    const statistics = this.kindStatistics[kind]!;
    statistics.documents++;
    statistics.titleWords += this.titleLengths[slot];
    statistics.contentWords += contentWords;

    this.order.set(slot, sequence);
    for (const [number, frequencies] of counts)
      this.postings.insert(number, slot, packFrequencies(frequencies));
    this.vectors.set(
      slot,
      this.wordVectors ? this.wordVectors.documentDirection([title, content]) : 'missing',
    );
    this.revision++;
  }

  /** Takes a document out, as if it had never been added. An unknown id is no error. */
  remove(id: string): void {
    const slot = this.ids.find(id);
    if (slot < 0) return;
    const numbers = new Set<number>();
    for (const entry of this.order.all(slot)) if (entry !== GAP) numbers.add(entry & ~BESIDE);
    for (const number of numbers) {
      if (this.postings.delete(number, slot) === 0) this.dictionary.delete(number);
    }
    this.order.delete(slot);
    const statistics = this.kindStatistics[this.kinds[slot]!]!;
    statistics.documents--;
    statistics.titleWords -= this.titleLengths[slot]!;
    statistics.contentWords -= this.contentLengths[slot]!;
    this.titleHashes.fill(0, 2 * slot, 2 * slot + 2);
    this.keyHashes.fill(0, 2 * slot, 2 * slot + 2);
    this.vectors.set(slot, undefined);
    this.ids.delete(slot);
    this.revision++;
  }

  /** Takes the documents of these numbers out: for who knows no more of them. Looks through all documents once. */
  removeNumbered(numbers: ReadonlySet<number>): void {
    if (numbers.size === 0) return;
    for (let slot = 0; slot < this.capacity; slot++) {
      if (!numbers.has(this.numbers[slot]!)) continue;
      const id = this.ids.at(slot);
      if (id !== undefined) this.remove(id);
    }
  }

  /** The keeper's numbers of the documents that were added without a table of word vectors. */
  withoutVectors(): number[] {
    const numbers: number[] = [];
    for (let slot = 0; slot < this.capacity; slot++) {
      if (this.ids.has(slot) && this.vectors.isMissing(slot)) numbers.push(this.numbers[slot]!);
    }
    return numbers;
  }

  /** New arrays of all it holds, with little room to spare and without a trace of documents that are gone. */
  pack(): PackedIndex {
    const { capacity } = this;
    return {
      dictionary: this.dictionary.pack(),
      postings: this.postings.pack(this.dictionary.capacity),
      ids: this.ids.pack(),
      sequences: withRoom(this.sequences, capacity),
      numbers: withRoom(this.numbers, capacity),
      weights: withRoom(this.weights, capacity),
      kinds: withRoom(this.kinds, capacity),
      titleLengths: withRoom(this.titleLengths, capacity),
      contentLengths: withRoom(this.contentLengths, capacity),
      titleHashes: withRoom(this.titleHashes, 2 * capacity),
      keyHashes: withRoom(this.keyHashes, 2 * capacity),
      order: this.order.pack(capacity),
      vectors: this.vectors.pack(capacity),
      kindNames: [...this.kindNames],
      kindStatistics: this.kindStatistics.map((statistics) => ({ ...statistics })),
    };
  }

  /** Bytes it takes, all of them in typed arrays, by what they are for. */
  get memoryBytes(): IndexMemory {
    const { words, grams } = this.dictionary.memoryBytes;
    const documents = [
      this.sequences,
      this.numbers,
      this.weights,
      this.kinds,
      this.titleLengths,
      this.contentLengths,
      this.titleHashes,
      this.keyHashes,
    ];
    return {
      words: words + this.postings.bytes,
      grams,
      order: this.order.memoryBytes,
      documents: documents.reduce((sum, array) => sum + array.byteLength, this.ids.memoryBytes),
      vectors: this.vectors.memoryBytes,
    };
  }

  /** Counts the forms of a field and appends them to the sequence. @returns the field's length in surface words. */
  #count(
    text: string,
    field: keyof Frequencies,
    counts: Map<number, Frequencies>,
    sequence: number[],
  ): number {
    let words = 0;
    const countForm = (form: string): number => {
      const number = this.dictionary.add(form);
      const frequencies = counts.get(number);
      if (frequencies !== undefined) frequencies[field]++;
      else counts.set(number, { title: 0, content: 0, attributes: 0, [field]: 1 });
      return number;
    };
    if (text !== '' && sequence.length > 0) sequence.push(GAP);
    for (const token of analyze(text)) {
      words += token.words;
      for (const whole of token.wholes) sequence.push(countForm(whole) | BESIDE);
      for (const part of token.parts) sequence.push(countForm(part));
      for (const single of token.singles) {
        const known = counts.size;
        const number = countForm(single);
        // Where it stands is of no use: once is enough to know it by.
        if (counts.size > known) sequence.push(number | BESIDE);
      }
    }
    return words;
  }

  #kind(name: string): number {
    const known = this.kindNames.indexOf(name);
    if (known >= 0) return known;
    if (this.kindNames.length > 0xff) throw new RangeError('An index holds at most 256 kinds of documents.');
    this.kindStatistics.push({ documents: 0, titleWords: 0, contentWords: 0 });
    return this.kindNames.push(name) - 1;
  }

  #reserve(slot: number): void {
    const length = slot + 1;
    this.sequences = grown(this.sequences, length);
    this.numbers = grown(this.numbers, length);
    this.weights = grown(this.weights, length);
    this.kinds = grown(this.kinds, length);
    this.titleLengths = grown(this.titleLengths, length);
    this.contentLengths = grown(this.contentLengths, length);
    this.titleHashes = grown(this.titleHashes, 2 * length);
    this.keyHashes = grown(this.keyHashes, 2 * length);
  }
}
