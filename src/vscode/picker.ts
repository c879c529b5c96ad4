import * as vscode from 'vscode';
import type { ProjectRecord } from '../project/catalog';
import { isInside } from '../project/filePath';
import { normaliseProjectName } from '../project/projectName';
import type { AskProject, Candidate, ProjectChoice } from '../project/types';
import { memoryCount } from './counts';
import { sourceText } from './sourceTexts';

export type ProjectQuestion = Parameters<AskProject>[0];

interface ChoiceItem extends vscode.QuickPickItem {
  readonly choice?: ProjectChoice;
}

export interface PickerOptions {
  /** Live memories of a project; undefined when it has no store yet. */
  readonly countMemories: (project: {
    readonly id: string;
    readonly name: string;
  }) => Promise<number | undefined>;
  /** The same as the catalog sums it up: no database of a project that is not open here is opened for a number. */
  readonly summedUp: (projectId: string) => Promise<number | undefined>;
  /** Real path of the active editor's file, or its URI: its project is preselected, never chosen by itself. */
  readonly activePath: () => string | undefined;
  /** A tool call waits this long for the person; then nothing is written. */
  readonly askTimeoutMs: number;
}

/** One question on the screen and everybody who waits for its answer. */
interface OpenQuestion {
  readonly answer: Promise<ProjectChoice>;
  readonly close: () => void;
  waiting: number;
}

/**
 * Asks the person which project is meant: one picker a window, whose answer all waiting calls share. A call
 * that is cancelled or waited long enough stops waiting; the picker closes when nobody waits any more.
 */
export class ProjectPicker {
  readonly #options: PickerOptions;
  #open: OpenQuestion | undefined;

  constructor(options: PickerOptions) {
    this.#options = options;
  }

  /** For tool calls. */
  readonly ask: AskProject = (question, signal) =>
    this.#wait(
      question,
      vscode.l10n.t('Which project does this memory belong to?'),
      signal,
      this.#options.askTimeoutMs,
    );

  /** For a person who opened the picker: waits as long as they do. */
  choose(question: ProjectQuestion): Promise<ProjectChoice> {
    return this.#wait(question, vscode.l10n.t('Choose the project of this window'), undefined, undefined);
  }

  async #wait(
    question: ProjectQuestion,
    title: string,
    signal: AbortSignal | undefined,
    timeout: number | undefined,
  ): Promise<ProjectChoice> {
    if (signal?.aborted === true) return { kind: 'dismissed' };
    const open = (this.#open ??= this.#show(question, title));
    open.waiting++;
    const gaveUp = Promise.withResolvers<ProjectChoice>();
    const giveUp = (): void => gaveUp.resolve({ kind: 'dismissed' });
    const timer = timeout === undefined ? undefined : setTimeout(giveUp, timeout);
    signal?.addEventListener('abort', giveUp);
    try {
      return await Promise.race([open.answer, gaveUp.promise]);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      open.waiting--;
      if (open.waiting === 0) open.close();
    }
  }

  #show(question: ProjectQuestion, title: string): OpenQuestion {
    const pick = vscode.window.createQuickPick<ChoiceItem>();
    const answered = Promise.withResolvers<ProjectChoice>();
    pick.title = title;
    pick.placeholder = vscode.l10n.t(
      'Choose the project to remember for; the choice is kept for these folders',
    );
    pick.matchOnDescription = true;
    pick.matchOnDetail = true;
    pick.ignoreFocusOut = true;
    this.#fill(pick, question, new Map());
    this.#count(question).then(
      (counts) => this.#fill(pick, question, counts),
      // The projects can be told apart without their counts.
      () => undefined,
    );
    const naming = new vscode.CancellationTokenSource();
    let asksName = false;
    pick.onDidAccept(() => {
      const choice = pick.selectedItems[0]?.choice;
      if (choice === undefined) return;
      if (choice.kind !== 'new') return answered.resolve(choice);
      // The box for the name takes this one's place: the question stays open until it is answered.
      asksName = true;
      void askName(pick.value, takenNames(question), naming.token).then(answered.resolve);
    });
    pick.onDidHide(() => {
      if (!asksName) answered.resolve({ kind: 'dismissed' });
    });
    pick.show();
    const close = (): void => {
      answered.resolve({ kind: 'dismissed' });
      naming.cancel();
      naming.dispose();
      pick.dispose();
      if (this.#open === open) this.#open = undefined;
    };
    const open: OpenQuestion = { answer: answered.promise, close, waiting: 0 };
    return open;
  }

  #fill(
    pick: vscode.QuickPick<ChoiceItem>,
    question: ProjectQuestion,
    counts: ReadonlyMap<string, number>,
  ): void {
    const candidates = question.candidates.map((candidate) => candidateItem(candidate, counts));
    const known = question.known
      .filter((project) => !question.candidates.some(({ id }) => id === project.id))
      .map((project) => knownItem(project, counts));
    const active = pick.activeItems[0]?.label ?? this.#preselected(question)?.name;
    pick.items = [
      ...separated(vscode.l10n.t('Open here'), candidates),
      ...separated(vscode.l10n.t('Other projects'), known),
      { label: '', kind: vscode.QuickPickItemKind.Separator },
      {
        label: vscode.l10n.t('$(add) New project...'),
        alwaysShow: true,
        choice: { kind: 'new', name: '' },
      },
      {
        label: vscode.l10n.t('$(circle-slash) No project memory here'),
        alwaysShow: true,
        choice: { kind: 'disabled' },
      },
    ];
    const activeItem = pick.items.find(({ label }) => label === active);
    if (activeItem !== undefined) pick.activeItems = [activeItem];
  }

  #preselected(question: ProjectQuestion): Candidate | undefined {
    const file = this.#options.activePath();
    if (file === undefined) return undefined;
    const around = question.candidates.filter(({ path }) => path !== '' && isInside(file, path));
    // Of folders inside each other, the inner one is meant.
    return around.sort((a, b) => b.path.length - a.path.length)[0];
  }

  async #count(question: ProjectQuestion): Promise<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>();
    for (const { id, name } of question.candidates) {
      const count = id === undefined ? undefined : await this.#options.countMemories({ id, name });
      if (id !== undefined && count !== undefined) counts.set(id, count);
    }
    for (const { id } of question.known) {
      const count = counts.get(id) ?? (await this.#options.summedUp(id));
      if (count !== undefined) counts.set(id, count);
    }
    return counts;
  }
}

function candidateItem(candidate: Candidate, counts: ReadonlyMap<string, number>): ChoiceItem {
  const count = candidate.id === undefined ? 0 : counts.get(candidate.id);
  return {
    label: candidate.name,
    description: joined(count === undefined ? undefined : memories(count), sourceText(candidate.source)),
    detail: joined(candidate.path, candidate.remote),
    choice: { kind: 'candidate', candidate },
  };
}

function knownItem(project: ProjectRecord, counts: ReadonlyMap<string, number>): ChoiceItem {
  const count = counts.get(project.id);
  return {
    label: project.name,
    description: count === undefined ? '' : memories(count),
    detail: joined(project.path, project.remote),
    choice: { kind: 'known', project },
  };
}

function separated(title: string, items: readonly ChoiceItem[]): ChoiceItem[] {
  return items.length === 0 ? [] : [{ label: title, kind: vscode.QuickPickItemKind.Separator }, ...items];
}

function memories(count: number): string {
  return count === 0 ? vscode.l10n.t('no memories yet') : memoryCount(count);
}

function joined(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(' · ');
}

function takenNames({ candidates, known }: ProjectQuestion): ReadonlySet<string> {
  return new Set([...candidates, ...known].map(({ name }) => name));
}

async function askName(
  proposed: string,
  taken: ReadonlySet<string>,
  token: vscode.CancellationToken,
): Promise<ProjectChoice> {
  const options: vscode.InputBoxOptions = {
    title: vscode.l10n.t('New project'),
    prompt: vscode.l10n.t('Name of the project'),
    value: proposed,
    ignoreFocusOut: true,
    validateInput: (text) => {
      const name = normaliseProjectName(text);
      if (name.kind === 'error') return vscode.l10n.t('A name without slashes');
      return taken.has(name.name) ? vscode.l10n.t('There is a project of this name: choose it') : undefined;
    },
  };
  const name = await vscode.window.showInputBox(options, token);
  return name === undefined ? { kind: 'dismissed' } : { kind: 'new', name };
}
