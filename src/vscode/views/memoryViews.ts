import * as vscode from 'vscode';
import { userArea } from '../areas';
import { factsViewId, projectViewId } from '../contributions';
import { failureText } from '../refusalTexts';
import type { MemorySession } from '../session';
import type { AttentionNode, MoreReasonsNode } from './attentionTree';
import { AttentionView } from './attentionView';
import { LostWelcomes } from './lostWelcomes';
import { MemoryTree, type MoreNode, type TreeNode } from './memoryTree';
import { projectShown, setMessage, setViewState, type ViewKey, type ViewState } from './viewState';

/** Ages beside the rows are as old as this at most. */
const AGE_INTERVAL_MS = 60_000;

/** The trees of the sidebar. They read nothing until one of them is seen, but for the count of what needs attention. */
export class MemoryViews implements vscode.Disposable {
  readonly attention: AttentionView;
  readonly #project: MemoryTree;
  readonly #facts: MemoryTree;
  readonly #projectView: vscode.TreeView<TreeNode>;
  readonly #factsView: vscode.TreeView<TreeNode>;
  readonly #session: () => MemorySession | undefined;
  readonly #lost = new LostWelcomes(() => this.refresh());
  readonly #disposables: vscode.Disposable[] = [];
  /** In the order in which the person last chose something in them. */
  #chosenIn: readonly vscode.TreeView<TreeNode | AttentionNode>[];
  #watching: vscode.Disposable | undefined;
  #projectName = '';

  constructor(session: () => MemorySession | undefined, log: vscode.LogOutputChannel) {
    this.#session = session;
    const failure =
      (view: () => vscode.TreeView<unknown>, key: ViewKey) =>
      (error: unknown): void => {
        log.error(error instanceof Error ? error : String(error));
        view().message = vscode.l10n.t('The memory cannot be shown. {0}', failureText(error));
        setViewState(key, 'failed');
      };
    this.#project = new MemoryTree({
      session,
      shownArea: async (open) => {
        const shown = await projectShown(open);
        this.#projectName = shown.name ?? '';
        setMessage(this.#projectView, shown.message ?? '');
        this.#showProjectState(shown.state);
        return shown.area;
      },
      visible: () => this.#projectView.visible,
      onShown: (total) => this.#showProjectState(total === 0 ? 'empty' : 'ready'),
      onFailure: failure(() => this.#projectView, 'projectMemory.view'),
    });
    this.#facts = new MemoryTree({
      session,
      shownArea: () => Promise.resolve(userArea),
      visible: () => this.#factsView.visible,
      onShown: (total) => {
        setMessage(this.#factsView, total === 0 ? this.#lost.sentences('noFacts') : '');
        setViewState('projectMemory.factsView', total === 0 ? 'empty' : 'ready');
      },
      onFailure: failure(() => this.#factsView, 'projectMemory.factsView'),
    });
    this.#projectView = this.#create(projectViewId, this.#project);
    this.#factsView = this.#create(factsViewId, this.#facts);
    this.attention = new AttentionView(
      session,
      this.#lost,
      failure(() => this.attention.view, 'projectMemory.attentionView'),
    );
    this.#follow(this.attention.view);
    this.#chosenIn = [this.#projectView, this.#factsView, this.attention.view];
    const ageing = setInterval(() => {
      if (this.#visible) this.refresh();
    }, AGE_INTERVAL_MS);
    this.#disposables.push(this.#lost, this.attention, new vscode.Disposable(() => clearInterval(ageing)));
  }

  #create(id: string, tree: MemoryTree): vscode.TreeView<TreeNode> {
    const view = vscode.window.createTreeView(id, {
      treeDataProvider: tree,
      canSelectMany: true,
      showCollapseAll: true,
    });
    this.#disposables.push(tree, view);
    this.#follow(view);
    return view;
  }

  #follow(view: vscode.TreeView<TreeNode> | vscode.TreeView<AttentionNode>): void {
    this.#disposables.push(
      view.onDidChangeVisibility(() => this.watch()),
      view.onDidChangeSelection(({ selection }) => {
        // Rows that went away are no choice of the person's.
        if (selection.length === 0) return;
        const chosen = view as vscode.TreeView<TreeNode | AttentionNode>;
        this.#chosenIn = [chosen, ...this.#chosenIn.filter((other) => other !== chosen)];
      }),
    );
  }

  get #visible(): boolean {
    return this.#projectView.visible || this.#factsView.visible || this.attention.view.visible;
  }

  /** The sentences stand in the title here: a message would take the buttons away where the editor has the welcome text. */
  #showProjectState(state: ViewState | 'off'): void {
    this.#projectView.description = [this.#projectName, this.#lost.sentences(state)]
      .filter((text) => text !== '')
      .join(' · ');
    if (state !== 'off') setViewState('projectMemory.view', state);
  }

  refresh(): void {
    if (this.#session() === undefined) {
      this.#projectName = '';
      this.#showProjectState('off');
      setMessage(this.#factsView, this.#lost.sentences('factsOff'));
    }
    this.#project.refresh();
    this.#facts.refresh();
    this.attention.refresh();
  }

  loadMore(node: MoreNode | MoreReasonsNode): void {
    if (node.kind === 'moreReasons') this.attention.loadMore(node);
    else (node.group.area.kind === 'user' ? this.#facts : this.#project).loadMore(node);
  }

  /** The rows a command without arguments (a key) works on: those selected where the person last was. */
  selection(): readonly (TreeNode | AttentionNode)[] {
    return this.#chosenIn.find(({ visible }) => visible)?.selection ?? [];
  }

  /**
   * Looks for other processes' saves: often while somebody sees the trees, seldom for the badge, and not before the
   * store is open. Called anew for a new session.
   */
  watch(): void {
    this.#watching?.dispose();
    const session = this.#session();
    const visible = this.#visible;
    this.#watching =
      session !== undefined && (visible || session.opened) ? session.watch(visible) : undefined;
  }

  dispose(): void {
    this.#watching?.dispose();
    vscode.Disposable.from(...this.#disposables).dispose();
  }
}
