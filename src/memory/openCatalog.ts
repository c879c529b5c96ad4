import { Catalog } from '../project/catalog';
import { CatalogChanges } from '../project/catalogChanges';
import { CatalogDecisions } from '../project/catalogDecisions';
import { CatalogSummaries } from '../project/catalogSummaries';
import { CatalogUndo } from '../project/catalogUndo';
import type { Store } from '../store/types';

/** The catalog's store, by what is done with it. */
export interface OpenCatalog {
  readonly projects: Catalog;
  readonly changes: CatalogChanges;
  readonly undo: CatalogUndo;
  readonly decisions: CatalogDecisions;
  readonly summaries: CatalogSummaries;
}

export function catalogOver(store: Store, now: () => Date): OpenCatalog {
  return {
    projects: new Catalog(store, now),
    changes: new CatalogChanges(store, now),
    undo: new CatalogUndo(store, now),
    decisions: new CatalogDecisions(store, now),
    summaries: new CatalogSummaries(store),
  };
}
