import type { DerivationName } from './derivation';
import type { FileLayer } from './fileLayer';
import type { PauseFor } from './pause';
import type { SqlJs } from './sqlJs';
import type { Migration } from './types';

/** What every part of one open store works with. */
export interface StoreContext {
  readonly files: FileLayer;
  readonly directory: string;
  readonly sql: SqlJs;
  readonly migrations: readonly Migration[];
  readonly log: (message: string) => void;
  /** On a network disk: what its directories say may be old, and only an opened file is asked for anew. */
  readonly network?: boolean;
  /** What the worker derives from each base. */
  readonly derivation?: DerivationName;
  /** How it waits; by Node's timer when absent. */
  readonly pause?: PauseFor;
  /** The error code why the directory cannot be written; undefined when it can. */
  readonly refusesWriting?: string;
}
