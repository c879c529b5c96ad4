import { afterEach } from 'vitest';
import { Catalog } from '../../src/project/catalog';
import { catalogMigrations } from '../../src/project/catalogSchema';
import type { Store } from '../../src/store/types';
import { expectAsReplayed } from './replayed';
import { storeFixture } from './storeFixture';

export interface CatalogFixture {
  /** A fresh directory for a catalog, removed after the test. */
  directory(): Promise<string>;
  /** A catalog in a real store, closed after the test. */
  open(directory: string): Promise<Catalog>;
  /** Lets time go by for all of them. */
  pass(minutes: number): void;
}

/** Call inside a describe. After each test the catalogs are compared with what a process sees that only replays. */
export function catalogFixture(): CatalogFixture {
  const stores = storeFixture();
  const opened: Store[] = [];
  afterEach(async () => {
    for (const store of opened.splice(0)) await expectAsReplayed(store, catalogMigrations);
  });
  let now = Date.parse('2026-03-01T10:00:00Z');
  return {
    directory: () => stores.directory(),
    async open(directory) {
      const store = await stores.open(directory, catalogMigrations);
      opened.push(store);
      return new Catalog(store, () => new Date(now));
    },
    pass(minutes) {
      now += minutes * 60_000;
    },
  };
}
