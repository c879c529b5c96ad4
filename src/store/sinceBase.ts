import type { ChangeDispatcher } from './changeDispatcher';
import { ChangedRows, type BesideBase, type DerivedParts } from './derivation';
import { readDerived } from './derivedFile';
import { errorCode } from './fileLayer';
import type { Replica } from './replica';
import type { StoreContext } from './storeContext';
import { listStoreFiles } from './storeFiles';

/** What was found beside one base. */
export interface FoundBesideBase {
  readonly index: number;
  readonly parts: DerivedParts;
}

/** Keeps the rows that changed since the base a replica began with, and finds what was derived from it or a later one. */
export class SinceBase {
  readonly #context: StoreContext;
  readonly #replica: Replica;
  readonly #changed = new ChangedRows();
  /** Only to bases from this number on the changed rows lead to the present state. */
  #since: number;
  #schema: number;

  /** To be made before the replica first catches up. */
  constructor(context: StoreContext, replica: Replica, dispatcher: ChangeDispatcher) {
    this.#context = context;
    this.#replica = replica;
    this.#since = replica.baseIndex;
    this.#schema = replica.schema;
    if (context.derivation === undefined) return;
    dispatcher.subscribe((change) => {
      if (change.kind === 'reset') this.#reset();
      else for (const { table, id } of change.changes) this.#changed.add(table, id);
    });
  }

  /** Reads what was derived from the newest base; undefined when there is no such file that is whole. */
  async find(): Promise<FoundBesideBase | undefined> {
    const { files, directory, derivation } = this.#context;
    if (derivation === undefined) return undefined;
    for (const base of (await listStoreFiles(files, directory)).bases) {
      try {
        const parts = await readDerived(files, directory, base, derivation.version);
        if (parts) return { index: base.index, parts };
      } catch (error) {
        this.#context.log(
          `What was derived from ${base.name} cannot be read: ${errorCode(error) ?? String(error)}`,
        );
      }
    }
    return undefined;
  }

  /** A copy of the rows that changed since the base of what was found, and its parts if they lead to the present. */
  state(found: FoundBesideBase | undefined): BesideBase {
    const changed = new ChangedRows();
    changed.addAll(this.#changed);
    const leadsHere = found && found.index >= this.#since && found.index <= this.#replica.logIndex;
    return leadsHere ? { parts: found.parts, changed } : { changed };
  }

  /** The state was loaded from a newer base, or a migration changed rows without naming them. */
  #reset(): void {
    const { schema, logIndex, baseIndex } = this.#replica;
    this.#since = schema === this.#schema ? baseIndex : logIndex;
    this.#schema = schema;
  }
}
