import * as vscode from 'vscode';
import type { CurrentProject } from '../project/resolution';
import { commands } from './contributions';
import { plainMarkdown } from './plainMarkdown';
import type { MemorySession } from './session';
import { sourceText, warningText } from './sourceTexts';

/** The project this window remembers for, and why. Opens no memories to say so. */
export class ProjectStatus implements vscode.Disposable {
  readonly #item: vscode.StatusBarItem;
  readonly #session: () => MemorySession | undefined;
  readonly #log: vscode.LogOutputChannel;
  #turn = 0;

  constructor(session: () => MemorySession | undefined, log: vscode.LogOutputChannel) {
    this.#session = session;
    this.#log = log;
    this.#item = vscode.window.createStatusBarItem(
      'projectMemory.project',
      vscode.StatusBarAlignment.Left,
      10,
    );
    this.#item.name = vscode.l10n.t('Project Memory');
  }

  /** Shows what is true now; an older look that ends later is dropped. */
  refresh(): void {
    const turn = ++this.#turn;
    const session = this.#session();
    if (session === undefined) return this.#showOff();
    this.#look(session).then(
      (face) => {
        if (turn === this.#turn) this.#show(face);
      },
      (error: unknown) => this.#log.error(error as Error),
    );
  }

  #showOff(): void {
    this.#show({
      text: vscode.l10n.t('$(circle-slash) Memory off'),
      spoken: vscode.l10n.t('Project Memory is off'),
      tooltip: [vscode.l10n.t('Nothing is read, saved or offered to models.')],
      command: commands.turnOn.id,
    });
  }

  async #look(session: MemorySession): Promise<Face> {
    const current = await lookUp(session);
    const details = [
      ...(current.path === undefined ? [] : [vscode.l10n.t('Folder: {0}', current.path)]),
      ...(current.warning === undefined ? [] : [warningText(current.warning)]),
      vscode.l10n.t('Store: {0}', session.storageDirectory),
      ...(await counts(session, current)),
    ];
    const why = sourceText(current.source);
    if (current.project !== undefined) {
      return {
        text: `$(bookmark) ${current.project}`,
        spoken: vscode.l10n.t('Project Memory: {0}, {1}', current.project, why),
        tooltip: [`${current.project} (${why})`, ...details],
        command: commands.chooseProject.id,
      };
    }
    const ambiguous = current.source === 'ambiguous' && !current.disabled;
    const text = ambiguous ? vscode.l10n.t('Choose a project') : vscode.l10n.t('No project');
    return {
      text: `$(${ambiguous ? 'question' : 'bookmark'}) ${text}`,
      spoken: vscode.l10n.t('Project Memory: {0}', text),
      tooltip: [current.disabled ? vscode.l10n.t('You keep no project memory here.') : why, ...details],
      command: commands.chooseProject.id,
      warning: ambiguous,
    };
  }

  #show(face: Face): void {
    this.#item.text = face.text;
    this.#item.tooltip = tooltipOf(face.tooltip);
    this.#item.accessibilityInformation = { label: face.spoken };
    this.#item.command = face.command;
    this.#item.backgroundColor =
      face.warning === true ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    this.#item.show();
  }

  dispose(): void {
    this.#turn++;
    this.#item.dispose();
  }
}

interface Face {
  readonly text: string;
  readonly spoken: string;
  readonly tooltip: readonly string[];
  readonly command: string;
  readonly warning?: boolean;
}

/** What was chosen before among several projects is kept in the catalog: that alone is worth opening it. */
async function lookUp(session: MemorySession): Promise<CurrentProject> {
  const current = await session.projects.current({ openCatalog: session.opened });
  return current.source === 'ambiguous' ? session.projects.current({ openCatalog: true }) : current;
}

/** Only once something has opened the store: a look at the status bar must not. */
async function counts(session: MemorySession, { id, project }: CurrentProject): Promise<readonly string[]> {
  if (id === undefined || project === undefined) return [];
  const types = await (await session.host()).types({ kind: 'project', id, name: project });
  return [
    vscode.l10n.t(
      'Memories: {0}',
      types.reduce((total, { count }) => total + count, 0),
    ),
  ];
}

/** Names of projects and folders come from outside: nothing in them is read as markup. */
function tooltipOf(lines: readonly string[]): vscode.MarkdownString {
  return new vscode.MarkdownString(
    `**${vscode.l10n.t('Project Memory')}**\n\n${lines.map(plainMarkdown).join('  \n')}`,
  );
}
