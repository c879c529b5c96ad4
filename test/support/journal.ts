import type { Migration, Reader, Transaction } from '../../src/store/types';

/**
 * What a write of a random program does to its items, as data: the same on the store and on the plain model. Two
 * rows always change together.
 */
export interface ItemChange {
  readonly kind: 'set' | 'remove' | 'swap';
  readonly first: number;
  readonly second: number;
}

/** What is read of a store: the writes that count, in order, and the items they led to. */
export interface JournalView {
  readonly sequence: number;
  readonly journal: readonly { readonly id: number; readonly tag: string; readonly change: string }[];
  readonly items: Readonly<Record<string, string>>;
}

/** Each write leaves its tag in `journal`, whose ids count the writes, beside what it changes. */
export const journalMigrations: readonly Migration[] = [
  {
    version: 1,
    up(db) {
      db.exec('CREATE TABLE journal (id INTEGER PRIMARY KEY, tag TEXT NOT NULL UNIQUE, change TEXT) STRICT');
      db.exec('CREATE TABLE item (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, value TEXT) STRICT');
    },
  },
];

interface Item {
  readonly id: number;
  readonly key: string;
  readonly value: string;
}

const keyOf = (n: number) => `k${n}`;

/** Writes a change under a tag. Two items swap their unique keys, so that a replay row by row would fail. */
export function writeChange(tx: Transaction, tag: string, change: ItemChange): void {
  const [count] = tx.query<{ id: number | null }>('SELECT max(id) AS id FROM journal');
  tx.put('journal', { id: (count?.id ?? 0) + 1, tag, change: JSON.stringify(change) });
  const [first, second] = [change.first, change.second].map((n) => {
    return { key: keyOf(n), found: tx.query<Item>('SELECT * FROM item WHERE key = ?', [keyOf(n)])[0] };
  });
  for (const { key, found } of [first, second].filter((item) => item !== undefined)) {
    if (change.kind === 'remove' && found) tx.delete('item', found.id);
    if (change.kind === 'set') tx.put('item', { id: found?.id ?? null, key, value: tag });
    if (first?.key === second?.key) break;
  }
  if (change.kind === 'swap' && first?.found && second?.found && first.key !== second.key) {
    tx.put('item', { ...first.found, key: second.key });
    tx.put('item', { ...second.found, key: first.key });
  }
}

export function viewJournal(db: Reader): JournalView {
  const items = db.query<Item>('SELECT * FROM item ORDER BY key');
  return {
    sequence: db.sequence,
    journal: db.query<JournalView['journal'][number]>('SELECT id, tag, change FROM journal ORDER BY id'),
    items: Object.fromEntries(items.map(({ key, value }) => [key, value])),
  };
}

/** The plain model: the items that the journal should have led to. */
export function itemsOf(journal: JournalView['journal']): Record<string, string> {
  const items = new Map<string, string>();
  for (const { tag, change } of journal) {
    const { kind, first, second } = JSON.parse(change) as ItemChange;
    const [a, b] = [items.get(keyOf(first)), items.get(keyOf(second))];
    for (const key of [keyOf(first), keyOf(second)]) {
      if (kind === 'set') items.set(key, tag);
      if (kind === 'remove') items.delete(key);
    }
    if (kind === 'swap' && a !== undefined && b !== undefined) {
      items.set(keyOf(first), b);
      items.set(keyOf(second), a);
    }
  }
  return Object.fromEntries([...items].sort(([a], [b]) => (a < b ? -1 : 1)));
}
