import type { CatalogUndo } from '../project/catalogUndo';
import type { MoveIntent } from '../project/projectChange';
import { StoreError } from '../store/types';
import type { MemoryArea } from './memoryArea';
import { carryOut } from './moving';
import { workspacesThatCame, workspacesWithoutMemories } from './workspaces';
import type { Area } from './types';

/** A move that could not be finished is tried again after this. */
const RETRY_MS = 10_000;

export interface PendingMovesOptions {
  /** Opens the catalog on first need. */
  readonly catalog: () => Promise<CatalogUndo>;
  readonly useAll: <T>(
    areas: readonly Area[],
    fn: (opened: readonly MemoryArea[]) => Promise<T>,
  ) => Promise<T>;
  readonly now: () => Date;
  /** The present moment as the rows hold it. */
  readonly timestamp: () => string;
  readonly log: (message: string) => void;
}

/**
 * Finishes moves between two databases that this or another process began. Whoever is about to use one of the two
 * waits for that, so that no memory is seen twice or not at all. Costs nothing while no move is under way.
 */
export class PendingMoves {
  readonly #options: PendingMovesOptions;
  readonly #running = new Map<string, Promise<void>>();
  readonly #failedAt = new Map<string, number>();
  /** Undefined: to be read anew. */
  #pending: readonly MoveIntent[] | undefined;
  #listening = false;

  constructor(options: PendingMovesOptions) {
    this.#options = options;
  }

  /** Finishes the moves that concern any of the areas. A move that cannot be finished now keeps nobody from using them. */
  async settle(areas: readonly Area[]): Promise<void> {
    if (this.#pending?.length === 0 || areas.every(({ kind }) => kind === 'user')) return;
    try {
      for (const intent of await this.#load()) if (concerns(intent, areas)) await this.#tryToFinish(intent);
    } catch (error) {
      // Without its catalog a project's memories can still be read.
      if (!(error instanceof StoreError)) throw error;
    }
  }

  /** Carries out moves that were just written down. */
  async run(intents: readonly MoveIntent[]): Promise<void> {
    for (const intent of intents) await this.#finish(intent);
  }

  /** Of two copies of a memory the one where its move leads counts: ends of moves stand before beginnings. */
  ordered(areas: readonly Area[]): readonly Area[] {
    const sources = new Set((this.#pending ?? []).map(({ source }) => source.id));
    if (sources.size === 0) return areas;
    const isSource = (area: Area): boolean => area.kind === 'project' && sources.has(area.id);
    return [...areas.filter((area) => !isSource(area)), ...areas.filter(isSource)];
  }

  async #load(): Promise<readonly MoveIntent[]> {
    const catalog = await this.#options.catalog();
    if (!this.#listening) {
      this.#listening = true;
      catalog.onDidChangePending(() => (this.#pending = undefined));
    }
    return (this.#pending ??= await catalog.pending());
  }

  async #tryToFinish(intent: MoveIntent): Promise<void> {
    const now = this.#options.now().getTime();
    if (now - (this.#failedAt.get(intent.id) ?? -Infinity) < RETRY_MS) return;
    try {
      await this.#finish(intent);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.#failedAt.set(intent.id, now);
      const { source, target } = intent;
      this.#options.log(
        `Memories of ${source.name} could not be moved to ${target.name} yet: ${error.message}`,
      );
    }
  }

  #finish(intent: MoveIntent): Promise<void> {
    let running = this.#running.get(intent.id);
    if (running === undefined) {
      running = this.#carryOut(intent).finally(() => this.#running.delete(intent.id));
      this.#running.set(intent.id, running);
    }
    return running;
  }

  async #carryOut(intent: MoveIntent): Promise<void> {
    const areas = [intent.source, intent.target].map((project): Area => ({ kind: 'project', ...project }));
    const workspaces = await this.#options.useAll(areas, async ([from, to]) => {
      if (from === undefined || to === undefined) return [];
      await carryOut(intent, from, to, this.#options.timestamp());
      const came = await to.read((db) => workspacesThatCame(db, intent.id));
      return from.read((db) => workspacesWithoutMemories(db, came));
    });
    const catalog = await this.#options.catalog();
    await catalog.finish(intent, workspaces);
  }
}

function concerns({ source, target }: MoveIntent, areas: readonly Area[]): boolean {
  return areas.some((area) => area.kind === 'project' && [source.id, target.id].includes(area.id));
}
