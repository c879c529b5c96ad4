import type { Store } from '../store/types';
import { rowByUuid } from './catalogLookup';
import { LIVING } from './catalogRows';

/** What the catalog keeps of a project's database, so that it need not be opened to be asked whether it is worth it. */
export interface ProjectSummary {
  /** Live memories. */
  readonly memories: number;
  /** Number of the newest change of the database that is in it. */
  readonly sequence: number;
  /** Opaque here: which words stand in titles and keys. */
  readonly words: Uint8Array;
}

type SummaryRow = { -readonly [key in keyof ProjectSummary]: ProjectSummary[key] };

/** The summaries of all projects, one a project. */
export class CatalogSummaries {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** The summary of a project, if one was made; `unknown` for a project that the catalog does not know. */
  of(projectId: string): Promise<ProjectSummary | 'unknown' | undefined> {
    return this.#store.read((db) => {
      if (rowByUuid(db, projectId)?.uuid !== projectId) return 'unknown';
      return db.query<SummaryRow>(
        `SELECT memories, sequence, words FROM summary JOIN project ON project.id = summary.project WHERE uuid = ?`,
        [projectId],
      )[0];
    });
  }

  /** Replaces the summary of a project; one that the catalog does not know has none. */
  put(projectId: string, { memories, sequence, words }: ProjectSummary): Promise<void> {
    return this.#store.write((tx) => {
      const project = rowByUuid(tx, projectId);
      // One that became part of another has its words there.
      if (project?.uuid !== projectId) return;
      const [known] = tx.query<{ id: number }>('SELECT id FROM summary WHERE project = ?', [project.id]);
      tx.put('summary', {
        ...(known === undefined ? {} : { id: known.id }),
        project: project.id,
        memories,
        sequence,
        words,
      });
    });
  }

  /** Live memories of all living projects, as far as they are summed up. */
  memories(): Promise<number> {
    return this.#store.read((db) => {
      const [sum] = db.query<{ n: number }>(
        `SELECT coalesce(sum(memories), 0) AS n FROM summary JOIN project ON project.id = summary.project WHERE ${LIVING}`,
      );
      return sum?.n ?? 0;
    });
  }

  /** Of every living project but these; without a summary where none was made yet. */
  others(
    projectIds: ReadonlySet<string>,
  ): Promise<readonly { readonly projectId: string; readonly words?: Uint8Array }[]> {
    return this.#store.read((db) =>
      db
        .query<{ uuid: string; words: Uint8Array | null }>(
          `SELECT uuid, words FROM project LEFT JOIN summary ON summary.project = project.id WHERE ${LIVING}`,
        )
        .filter(({ uuid }) => !projectIds.has(uuid))
        .map(({ uuid, words }) => ({ projectId: uuid, ...(words === null ? {} : { words }) })),
    );
  }
}
