import { Catalog } from '../../src/project/catalog';
import { catalogMigrations } from '../../src/project/catalogSchema';
import { storeFixture } from './storeFixture';

export interface CatalogFixture {
  /** A fresh directory for a catalog, removed after the test. */
  directory(): Promise<string>;
  /** A catalog in a real store, closed after the test. */
  open(directory: string): Promise<Catalog>;
  /** Lets time go by for all of them. */
  pass(minutes: number): void;
}

/** Call inside a describe. */
export function catalogFixture(): CatalogFixture {
  const stores = storeFixture();
  let now = Date.parse('2026-03-01T10:00:00Z');
  return {
    directory: () => stores.directory(),
    async open(directory) {
      return new Catalog(await stores.open(directory, catalogMigrations), () => new Date(now));
    },
    pass(minutes) {
      now += minutes * 60_000;
    },
  };
}
