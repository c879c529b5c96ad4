import type { Disposable } from '../store/types';
import { currentOf, ensuredProject, readFailed, readOpen, readSettled, withWarning } from './answers';
import { optionFor } from './candidates';
import type { Catalog, FoldersChoice, ProjectRecord } from './catalog';
import { Choices, isSameChoice } from './choices';
import { claimedChoice, claimOf, openFailure, repeatedChoice } from './claimedChoice';
import { DetectionCache } from './detectionCache';
import { detectionFailed, disabledProject, invalidProject, untrustedWorkspace } from './failures';
import { namesOf, readNamed, writeNamed, writeOfSession } from './named';
import { openFoldersOf, type OpenFolders } from './openFolders';
import { normaliseProjectName } from './projectName';
import { warningSentence } from './projectWarning';
import { placeKey, RecoveryTokens } from './recoveryTokens';
import type {
  ChoiceOutcome,
  CurrentProject,
  ReadResolution,
  WriteRequest,
  WriteResolution,
} from './resolution';
import { SharedQuestion } from './sharedQuestion';
import {
  identityKey,
  placesOf,
  standingOf,
  standingWithoutCatalog,
  type Open,
  type Standing,
} from './standing';
import type { AskProject, Candidate, Detection, FilePort, ProjectChoice } from './types';
import { detectWindow, type WindowDetection } from './windowDetection';

export interface ResolverDependencies {
  readonly files: FilePort;
  /** Opens the catalog on first need. */
  readonly catalog: () => Promise<Catalog>;
  /** Absolute paths of the open folders; URIs for those without a disk. */
  readonly folders: () => readonly string[] | Promise<readonly string[]>;
  /** Project named by the one who started the program; blank is none. */
  readonly override?: () => string | undefined;
  /** How the person is asked; absent where nobody can be asked. */
  readonly ask?: AskProject;
  /** The user's home folder. */
  readonly home: string;
  readonly trusted: () => boolean;
  readonly now: () => Date;
}

/** What a read asks for; `paths` are those that the call names. */
export interface ReadRequest {
  readonly project?: string;
  readonly allProjects?: boolean;
  readonly paths?: readonly string[];
}

/** Everything that one call's answer depends on. */
interface Situation {
  readonly catalog: Catalog;
  readonly seen: WindowDetection;
  /** What the person chose for these folders, whether or not it counts now. */
  readonly choice: FoldersChoice | undefined;
  readonly standing: Standing;
}

/** What came of asking the person about a place; `again`: they have answered another call since this one looked. */
interface Answer {
  readonly place: string;
  readonly resolution: WriteResolution | 'again';
}

/** Says which project a call belongs to. Reads never fail on ambiguity; writes never guess. */
export class ProjectResolver {
  readonly #deps: ResolverDependencies;
  readonly #question = new SharedQuestion<Answer>();
  readonly #choices = new Choices();
  readonly #tokens: RecoveryTokens;
  readonly #detections: DetectionCache<WindowDetection>;
  readonly #listeners = new Set<() => void>();

  constructor(deps: ResolverDependencies) {
    this.#deps = deps;
    this.#tokens = new RecoveryTokens(deps.now);
    this.#detections = new DetectionCache(deps.files);
  }

  /** Kept until a file that it was made of changes, the folders do, or `refresh` is called. */
  async detect(): Promise<Detection> {
    return (await this.#detectWindow()).detection;
  }

  /** Drops what was kept. */
  refresh(): void {
    this.#detections.drop();
    this.#changed();
  }

  /** Called when another project may be meant than before. */
  onDidChange(listener: () => void): Disposable {
    const call = (): void => {
      listener();
    };
    this.#listeners.add(call);
    return { dispose: () => void this.#listeners.delete(call) };
  }

  /** Creates nothing. */
  async forRead(request: ReadRequest): Promise<ReadResolution> {
    return (await this.forReadHere(request)).resolution;
  }

  /** The same together with `openFolders`, both of one look. */
  async forReadHere(request: ReadRequest): Promise<{ resolution: ReadResolution; open: OpenFolders }> {
    const nothing = { kind: 'projects', projects: [], source: 'none', ambiguous: false } as const;
    if (!this.#deps.trusted()) {
      const hint = "This workspace is not trusted: only the user's own facts are read.";
      return { resolution: { ...nothing, hint }, open: new Map() };
    }
    const situation = await this.#situation(request.paths);
    const { catalog, seen, standing } = situation;
    return {
      resolution: await this.#readIn(situation, request, nothing),
      open: await openFoldersOf(standing, seen, catalog),
    };
  }

  async #readIn(
    { catalog, standing }: Situation,
    request: ReadRequest,
    nothing: ReadResolution & { readonly kind: 'projects' },
  ): Promise<ReadResolution> {
    if (request.allProjects === true) {
      const projects = await catalog.list();
      return { kind: 'projects', projects, source: 'all_projects', ambiguous: false };
    }
    if (request.project !== undefined) return readNamed(request.project, catalog, standing);
    switch (standing.kind) {
      case 'disabled':
        return { ...nothing, hint: 'The person switched project memory off for these folders.' };
      case 'failed':
        return readFailed(standing.path, standing.message);
      case 'settled':
        return readSettled(standing);
      case 'open':
        return readOpen(standing);
    }
  }

  /** Where files of projects lie that are open here; none in a workspace that is not trusted. */
  async openFolders(): Promise<OpenFolders> {
    if (!this.#deps.trusted()) return new Map();
    const { catalog, seen, standing } = await this.#situation();
    return openFoldersOf(standing, seen, catalog);
  }

  /**
   * The project a write goes to; created by it if need be. Where the place is open: a choice that the call
   * brings, else the person is asked where the surface can.
   */
  async forWrite(request: WriteRequest): Promise<WriteResolution> {
    if (!this.#deps.trusted()) return untrustedWorkspace();
    const named = request.project === undefined ? undefined : normaliseProjectName(request.project);
    if (named?.kind === 'error')
      return invalidProject(`${named.message} Leave project out to use the one that is open.`);
    const situation = await this.#situation(request.paths);
    const { catalog, standing } = situation;
    if (standing.kind === 'disabled') return disabledProject(await namesOf(catalog));
    if (request.session !== undefined) return writeOfSession(request.session, named?.name, catalog);
    const resolution =
      standing.kind === 'open'
        ? await this.#writeOpen(standing, situation, request, named?.name)
        : await this.#writeKnown(standing, situation, request, named?.name);
    // What was found has changed hands since it was looked up, or the person has spoken: look again.
    if (resolution === 'again') return this.forWrite(request);
    return withWarning(resolution, named?.name);
  }

  /** Never an error. Without `openCatalog` only what detection says; the catalog stays closed. */
  async current(options: { readonly openCatalog: boolean }): Promise<CurrentProject> {
    const seen = await this.#detectWindow();
    const plain = (): CurrentProject => currentOf(standingWithoutCatalog(seen.detection), seen.folders, []);
    if (!options.openCatalog || !this.#deps.trusted()) return plain();
    try {
      const { catalog, standing } = await this.#situation();
      return currentOf(standing, seen.folders, await catalog.list());
    } catch (error) {
      return {
        ...plain(),
        hint: `The store cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      };
    }
  }

  /** What the picker offers when the person opens it. */
  async question(): Promise<{
    readonly candidates: readonly Candidate[];
    readonly known: readonly ProjectRecord[];
  }> {
    const { catalog, standing } = await this.#unchosen();
    const options = 'options' in standing ? standing.options : [];
    return { candidates: options.map(({ candidate }) => candidate), known: await catalog.list() };
  }

  /** The person's choice, made unasked. Kept for these folders; a candidate never written to is created. */
  async choose(choice: ProjectChoice): Promise<ChoiceOutcome> {
    if (choice.kind === 'dismissed') return choice;
    if (!this.#deps.trusted()) return untrustedWorkspace();
    const { catalog, seen, standing } = await this.#unchosen();
    if (choice.kind === 'candidate' && standing.kind === 'settled') {
      const option = optionFor(standing.options, choice.candidate);
      if (option !== undefined && option.joining === undefined) {
        await this.#choices.forget(catalog, seen.folders);
        this.#changed();
        return { kind: 'chosen', name: standing.name };
      }
    }
    const options = 'options' in standing ? standing.options : [];
    const insteadOf = standing.kind === 'settled' ? identityKey(placesOf(seen.detection)) : undefined;
    const resolution = await this.#choices.apply(choice, options, catalog, seen.folders, insteadOf);
    this.#changed();
    if (resolution === undefined) return { kind: 'dismissed' };
    if (resolution.kind === 'project') return { kind: 'chosen', name: resolution.project.name };
    return choice.kind === 'disabled' ? { kind: 'disabled' } : resolution;
  }

  async #situation(paths: readonly string[] = []): Promise<Situation> {
    const seen = await this.#detectWindow();
    const catalog = await this.#deps.catalog();
    const choice = await this.#choices.remembered(catalog, seen.folders);
    const standing = await standingOf(seen.detection, { catalog, files: this.#deps.files, choice, paths });
    return { catalog, seen, choice, standing };
  }

  /** As if the person had never chosen for these folders. */
  async #unchosen(): Promise<Situation> {
    const seen = await this.#detectWindow();
    const catalog = await this.#deps.catalog();
    const deps = { catalog, files: this.#deps.files, choice: undefined, paths: [] };
    return { catalog, seen, choice: undefined, standing: await standingOf(seen.detection, deps) };
  }

  async #detectWindow(): Promise<WindowDetection> {
    const folders = await this.#deps.folders();
    const override = this.#deps.override?.();
    const trusted = this.#deps.trusted();
    const { home, now } = this.#deps;
    return this.#detections.get(JSON.stringify([folders, override ?? null, trusted]), (files) =>
      detectWindow(folders, { files, override, home, trusted, now: () => now().getTime() }),
    );
  }

  async #writeKnown(
    standing: Exclude<Standing, Open | { readonly kind: 'disabled' }>,
    { catalog, seen }: Situation,
    request: WriteRequest,
    name: string | undefined,
  ): Promise<WriteResolution | 'again'> {
    const claim = claimOf(request);
    const token = claim?.kind === 'choice' ? claim.token : undefined;
    const settled =
      standing.kind === 'settled' && token !== undefined
        ? await repeatedChoice(name, token, standing, seen.folders, { catalog, tokens: this.#tokens })
        : standing;
    if (settled.kind === 'error') return settled;
    const answer =
      name === undefined ? undefined : await writeNamed(name, catalog, settled, request.create === true);
    if (answer !== undefined) return answer;
    if (settled.kind === 'failed') return detectionFailed(settled.path, settled.message);
    const project = await ensuredProject(catalog, settled);
    if (project === undefined) return 'again';
    await catalog.touch(project.id);
    const { source, path, warning } = settled;
    return {
      kind: 'project',
      project,
      source,
      ...(path === undefined ? {} : { path }),
      ...(warning === undefined ? {} : { warning: warningSentence(warning) }),
    };
  }

  async #writeOpen(
    open: Open,
    situation: Situation,
    request: WriteRequest,
    name: string | undefined,
  ): Promise<WriteResolution | 'again'> {
    const { catalog, seen } = situation;
    const claim = claimOf(request);
    if (claim?.kind === 'choice') {
      const parts = { catalog, tokens: this.#tokens };
      const choice = await claimedChoice(name, claim.token, open, seen.folders, parts);
      if (choice.kind === 'error') return choice;
      const resolution = await this.#choices.apply(choice, open.options, catalog, seen.folders);
      if (resolution !== undefined) this.#changed();
      return resolution ?? 'again';
    }
    if (name !== undefined && claim === undefined) {
      const answer = await writeNamed(name, catalog, open, request.create === true);
      if (answer !== undefined) return answer;
    }
    return this.#askPerson(open, situation, request.signal);
  }

  async #askPerson(
    open: Open,
    { catalog, seen, choice: before }: Situation,
    signal: AbortSignal | undefined,
  ): Promise<WriteResolution | 'again'> {
    const { ask } = this.#deps;
    const failure = (): Promise<WriteResolution> =>
      openFailure(open, seen.folders, { catalog, tokens: this.#tokens });
    if (ask === undefined) return failure();
    const put = async (closing: AbortSignal): Promise<Answer['resolution']> => {
      const remembered = await this.#choices.remembered(catalog, seen.folders);
      if (!isSameChoice(before, remembered)) return 'again';
      const candidates = open.options.map(({ candidate }) => candidate);
      const choice = await ask({ candidates, known: await catalog.list() }, closing);
      // An answer that nobody waits for any more was promised to change nothing.
      if (closing.aborted) return failure();
      const resolution = await this.#choices.apply(choice, open.options, catalog, seen.folders);
      if (resolution !== undefined) this.#changed();
      return resolution ?? failure();
    };
    const place = placeKey({ folders: seen.folders, options: open.options });
    const putHere = async (closing: AbortSignal): Promise<Answer> => ({
      place,
      resolution: await put(closing),
    });
    const answer = await this.#question.ask(putHere, signal);
    if (answer === undefined) return failure();
    // Another place was asked about, when the folders were others: this one is still open.
    return answer.place === place ? answer.resolution : 'again';
  }

  #changed(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
