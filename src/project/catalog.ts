import { randomBytes, randomUUID } from 'node:crypto';
import type { Disposable, Store, Transaction } from '../store/types';
import { freeName, matchProject, newLocators, rowByName, rowByUuid, type RowMatch } from './catalogLookup';
import { insertProject, LIVING, putLocators, putProject, recordOf, usedNow } from './catalogRows';
import type { ProjectRow } from './catalogSchema';
import { choiceOf, deleteChoice, putChoice, type ChoiceToKeep } from './folderChoice';
import { normaliseProjectName, type ProjectName } from './projectName';
import { narrowed } from './part';
import { projectOfSession, putSessionPlace } from './sessionPlace';
import type { DetectedProject } from './types';
import {
  claimOn,
  claimsOf,
  deleteClaim,
  putClaim,
  type WorkspaceClaim,
  type WorkspaceDeletion,
} from './workspaceClaim';

export interface ProjectRecord {
  /** UUID v4. */
  readonly id: string;
  /** Unique among the user's projects. */
  readonly name: string;
  /** Where it was first seen, or newly seen last. */
  readonly path?: string;
  readonly remote?: string;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
  readonly lastUsedAt: string;
}

export type CatalogMatch =
  /** `name` is the display name that its first write would give it. */
  { readonly kind: 'none'; readonly name: string } | KnownMatch;

export type KnownMatch =
  | { readonly kind: 'project'; readonly project: ProjectRecord }
  /**
   * Another repository lies where this project's lay, with a remote that nobody has: the person decides. `name` is the
   * display name that a project of its own would have.
   */
  | { readonly kind: 'replaced'; readonly former: ProjectRecord; readonly name: string }
  /** Its locators lead to different projects: the person decides, nothing is merged. */
  | { readonly kind: 'several'; readonly projects: readonly ProjectRecord[] }
  /** A file in the folder names a project that knows nothing of this folder: the person decides once. */
  | { readonly kind: 'unagreed'; readonly declared: ProjectRecord; readonly own?: ProjectRecord };

export type Creation =
  | { readonly kind: 'created' | 'exists'; readonly project: ProjectRecord }
  | Extract<ProjectName, { kind: 'error' }>;

/** What the person chose for a set of folders. */
export type FoldersChoice =
  | {
      readonly kind: 'project';
      readonly project: ProjectRecord;
      /** Chosen in place of this one project: of no effect once something else is found there. */
      readonly insteadOf?: string;
    }
  | { readonly kind: 'disabled' };

/** A use this near to the last one is not written down, if no other project was used since. */
const TOUCH_INTERVAL_MS = 5 * 60 * 1000;

/** The user's projects: what each is called, how its places are recognised, what the person chose. */
export class Catalog {
  readonly #store: Store;
  readonly #now: () => Date;

  constructor(store: Store, now: () => Date) {
    this.#store = store;
    this.#now = now;
  }

  /** `taken` are names promised to other places that are not in the catalog yet. */
  find(detected: DetectedProject, taken: ReadonlySet<string> = new Set()): Promise<CatalogMatch> {
    return this.#store.read((db) => {
      const place = narrowed(db, detected);
      const match = matchProject(db, place);
      return match.kind === 'none'
        ? { kind: 'none', name: freeName(db, place, taken) }
        : knownMatch(match, () => freeName(db, place, taken));
    });
  }

  /** What detection says of a folder, seen as the innermost part of its project that was split off. */
  innermostPart(detected: DetectedProject): Promise<DetectedProject> {
    return this.#store.read((db) => narrowed(db, detected));
  }

  /**
   * The project of a place that is about to be written to: found, or created under a free name, with the
   * locators that are new. The lookup is part of the write, so that two processes create one project.
   */
  async ensure(detected: DetectedProject): Promise<KnownMatch> {
    const settled = await this.#store.read((db) => {
      const place = narrowed(db, detected);
      const match = matchProject(db, place);
      if (match.kind === 'none') return undefined;
      if (match.kind === 'project' && newLocators(db, place).length > 0) return undefined;
      return knownMatch(match, () => freeName(db, place));
    });
    if (settled !== undefined) return settled;
    const uuid = randomUUID();
    return this.#store.write((tx) => {
      const place = narrowed(tx, detected);
      const match = matchProject(tx, place);
      if (match.kind !== 'none' && match.kind !== 'project')
        return knownMatch(match, () => freeName(tx, place));
      const known = match.kind === 'project' ? match.row : undefined;
      const row = known === undefined ? insertProject(tx, uuid, place, this.#now()) : learn(tx, known, place);
      return { kind: 'project', project: recordOf(row) };
    });
  }

  /** Gives a project the places of `detected` that are no other project's: the person agreed to it. */
  attach(projectId: string, detected: DetectedProject): Promise<void> {
    return this.#store.write((tx) => {
      const row = rowByUuid(tx, projectId);
      if (row !== undefined) putLocators(tx, row, detected);
    });
  }

  /** A project known by name alone. */
  async create(text: string): Promise<Creation> {
    const name = normaliseProjectName(text);
    if (name.kind === 'error') return name;
    const uuid = randomUUID();
    return this.#store.write((tx) => {
      const known = rowByName(tx, name.name);
      if (known !== undefined) return { kind: 'exists', project: recordOf(known) };
      const detected = { name: name.name, alternativeNames: [], locators: [] };
      return { kind: 'created', project: recordOf(insertProject(tx, uuid, detected, this.#now())) };
    });
  }

  byId(id: string): Promise<ProjectRecord | undefined> {
    return this.#store.read((db) => optionalRecord(rowByUuid(db, id)));
  }

  /** By display name, or by a name that a file declared for it. Not normalised names find nothing. */
  byName(name: string): Promise<ProjectRecord | undefined> {
    return this.#store.read((db) => optionalRecord(rowByName(db, name)));
  }

  /** All projects, newest use first. */
  list(): Promise<ProjectRecord[]> {
    return this.#store.read((db) =>
      db
        .query<ProjectRow>(`SELECT * FROM project WHERE ${LIVING} ORDER BY last_used_sequence DESC, id DESC`)
        .map(recordOf),
    );
  }

  /** Notes that the project was used now. */
  async touch(id: string): Promise<void> {
    const recent = new Date(this.#now().getTime() - TOUCH_INTERVAL_MS).toISOString();
    const fresh = await this.#store.read((db) => {
      const [newest] = db.query<ProjectRow>(
        `SELECT * FROM project WHERE ${LIVING} ORDER BY last_used_sequence DESC, id DESC LIMIT 1`,
      );
      return newest?.uuid === id && newest.last_used_at > recent;
    });
    if (fresh) return;
    await this.#store.write((tx) => {
      const row = rowByUuid(tx, id);
      if (row !== undefined) putProject(tx, { ...row, ...usedNow(tx, this.#now()) });
    });
  }

  /** What the person chose holds for exactly this set of folders (real paths), in any order. */
  rememberChoice(folders: readonly string[], choice: ChoiceToKeep): Promise<void> {
    return this.#store.write((tx) => {
      putChoice(tx, folders, choice);
    });
  }

  choiceFor(folders: readonly string[]): Promise<FoldersChoice | undefined> {
    return this.#store.read((db) => {
      const found = choiceOf(db, folders);
      if (found?.kind !== 'project') return found;
      return { ...found, project: recordOf(found.row) };
    });
  }

  async forgetChoice(folders: readonly string[]): Promise<void> {
    if ((await this.choiceFor(folders)) === undefined) return;
    await this.#store.write((tx) => {
      deleteChoice(tx, folders);
    });
  }

  /** The first project that uses a named area keeps it. `name` is compared as it is. */
  async claimWorkspace(name: string, projectId: string): Promise<WorkspaceClaim> {
    const held = await this.#store.read((db) => claimOn(db, name, projectId));
    return held ?? (await this.#store.write((tx) => putClaim(tx, name, projectId)));
  }

  /** The name stays taken for good. */
  deleteWorkspace(name: string, projectId: string): Promise<WorkspaceDeletion> {
    return this.#store.write((tx) => deleteClaim(tx, name, projectId));
  }

  /** Names of the project's own areas, beside the one that every project has. */
  workspaces(projectId: string): Promise<readonly string[]> {
    return this.#store.read((db) => claimsOf(db, projectId));
  }

  /** The project that a session was started in; undefined for one that nobody started. */
  projectOfSession(sessionId: string): Promise<ProjectRecord | undefined> {
    return this.#store.read((db) => optionalRecord(projectOfSession(db, sessionId)));
  }

  /** Notes that a session starts in a project. Answers the project that started it first. */
  async placeSession(sessionId: string, projectId: string): Promise<ProjectRecord> {
    const held = await this.projectOfSession(sessionId);
    return held ?? (await this.#store.write((tx) => recordOf(putSessionPlace(tx, sessionId, projectId))));
  }

  /** `t-` and four hexadecimal digits: this user's store, the same for as long as it exists. */
  async tenantId(): Promise<string> {
    const query = "SELECT value FROM meta WHERE key = 'tenant_id'";
    const known = await this.#store.read((db) => db.query<{ value: string }>(query)[0]);
    if (known !== undefined) return known.value;
    const value = `t-${randomBytes(2).toString('hex')}`;
    return this.#store.write((tx) => {
      const first = tx.query<{ value: string }>(query)[0];
      if (first === undefined) tx.put('meta', { key: 'tenant_id', value });
      return first?.value ?? value;
    });
  }

  /** Called after a change of this or another process. */
  onDidChange(listener: () => void): Disposable {
    return this.#store.onDidChange(() => {
      listener();
    });
  }
}

/** A known project seen at a new place, or under a name that a file there declares. */
function learn(tx: Transaction, known: ProjectRow, detected: DetectedProject): ProjectRow {
  if (newLocators(tx, detected).length === 0) return known;
  const renamed = detected.source === 'config' && rowByName(tx, detected.name) === undefined;
  const row = {
    ...known,
    ...(renamed ? { name: detected.name } : {}),
    ...(detected.path === '' ? {} : { path: detected.path }),
    ...(detected.remote === undefined ? {} : { remote: detected.remote }),
  };
  putLocators(tx, row, detected);
  putProject(tx, row);
  return row;
}

function knownMatch(match: Exclude<RowMatch, { kind: 'none' }>, free: () => string): KnownMatch {
  switch (match.kind) {
    case 'project':
      return { kind: 'project', project: recordOf(match.row) };
    case 'replaced':
      return { kind: 'replaced', former: recordOf(match.former), name: free() };
    case 'several':
      return { kind: 'several', projects: match.rows.map(recordOf) };
    case 'unagreed':
      return {
        kind: 'unagreed',
        declared: recordOf(match.declared),
        ...(match.own === undefined ? {} : { own: recordOf(match.own) }),
      };
  }
}

function optionalRecord(row: ProjectRow | undefined): ProjectRecord | undefined {
  return row === undefined ? undefined : recordOf(row);
}
