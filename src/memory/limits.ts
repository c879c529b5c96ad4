import type { Reader, Store, Transaction } from '../store/types';
import { TotalBound, type Total } from './totalBound';
import type { StoreSettings } from './storeSettings';
import { LiveBounds, type Counted } from './liveBounds';

export type Limited = 'workspace' | 'project' | 'user';

/** A new memory would be one too many. Nothing is stored, and nothing was lost. */
export class LimitReached extends Error {
  override readonly name = 'LimitReached';

  constructor(
    readonly limited: Limited,
    /** Live memories at most. */
    readonly limit: number,
  ) {
    super(`The limit of ${limit} memories for a ${limited} is reached.`);
  }
}

/** Where a new memory was put, inside its write. */
export interface Place {
  readonly store: Store;
  readonly kind: 'user' | 'project';
  /** Only statements lie in one. */
  readonly workspace?: string;
}

/** Lets one call add memories, or not. */
export interface Admission {
  /**
   * Called in a write after memories were added, one unless `added` says otherwise: throws LimitReached, which takes them
   * back, when they are too many.
   */
  assertRoom(tx: Transaction, place: Place, added?: number): void;
}

/**
 * How many memories there may be: in a workspace, in a project, in all of a user's. Counting them all at every save would
 * cost the more the more there are; so a save counts nothing while a number that cannot be less is below the limit.
 */
export class MemoryLimits {
  readonly #limits: () => StoreSettings['limits'];
  readonly #bounds = new WeakMap<Store, LiveBounds>();
  readonly #total: TotalBound;

  constructor(limits: () => StoreSettings['limits'], total: Total) {
    this.#limits = limits;
    this.#total = new TotalBound(total);
  }

  /** Asked once a call, before its write: the other databases cannot be looked at in the middle of one. */
  async admission(): Promise<Admission> {
    const limits = this.#limits();
    const isFull = !(await this.#total.isBelow(limits.user));
    return {
      assertRoom: (tx, { store, kind, workspace }, added = 1) => {
        if (added === 0) return;
        if (kind === 'project') {
          const bounds = this.#boundsOf(store);
          if (
            workspace !== undefined &&
            !bounds.isWithin(tx, limits.workspace, inWorkspace(workspace), added)
          )
            throw new LimitReached('workspace', limits.workspace);
          if (!bounds.isWithin(tx, limits.project, ALL, added))
            throw new LimitReached('project', limits.project);
        }
        if (isFull) throw new LimitReached('user', limits.user);
        this.#total.add(added);
      },
    };
  }

  #boundsOf(store: Store): LiveBounds {
    const known = this.#bounds.get(store);
    if (known !== undefined) return known;
    const bounds = new LiveBounds(store);
    this.#bounds.set(store, bounds);
    return bounds;
  }
}

const ALL = { name: '', count: countLive };

export function countLive(db: Reader): number {
  const [counted] = db.query<{ n: number }>('SELECT count(*) AS n FROM memory WHERE deleted_at IS NULL');
  return counted?.n ?? 0;
}

function inWorkspace(workspace: string): Counted {
  return {
    name: workspace,
    count: (db) => {
      const [counted] = db.query<{ n: number }>(
        'SELECT count(*) AS n FROM memory WHERE workspace = ? AND deleted_at IS NULL',
        [workspace],
      );
      return counted?.n ?? 0;
    },
  };
}
