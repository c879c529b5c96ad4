import * as vscode from 'vscode';
import { userArea } from '../areas';
import { factsViewId, projectViewId } from '../contributions';
import type { MemorySession } from '../session';
import { MemoryTree, type MoreNode, type TreeNode } from './memoryTree';
import { projectShown, setViewState } from './viewState';

/** Ages beside the rows are as old as this at most. */
const AGE_INTERVAL_MS = 60_000;

/** The two trees of the sidebar. They read nothing until one of them is seen. */
export class MemoryViews implements vscode.Disposable {
  readonly #project: MemoryTree;
  readonly #facts: MemoryTree;
  readonly #projectView: vscode.TreeView<TreeNode>;
  readonly #factsView: vscode.TreeView<TreeNode>;
  readonly #session: () => MemorySession | undefined;
  readonly #disposables: vscode.Disposable[] = [];
  #watching: vscode.Disposable | undefined;

  constructor(session: () => MemorySession | undefined, log: vscode.LogOutputChannel) {
    this.#session = session;
    const failure =
      (view: () => vscode.TreeView<TreeNode>, key: 'projectMemory.view' | 'projectMemory.factsView') =>
      (error: unknown): void => {
        const message = error instanceof Error ? error.message : String(error);
        log.error(message);
        view().message = vscode.l10n.t('The memory cannot be shown. {0}', message);
        setViewState(key, 'failed');
      };
    this.#project = new MemoryTree({
      session,
      shownArea: async (open) => {
        const shown = await projectShown(open);
        this.#projectView.description = shown.name ?? '';
        this.#projectView.message = shown.message ?? '';
        setViewState('projectMemory.view', shown.state);
        return shown.area;
      },
      onShown: (total) => setViewState('projectMemory.view', total === 0 ? 'empty' : 'ready'),
      onFailure: failure(() => this.#projectView, 'projectMemory.view'),
    });
    this.#facts = new MemoryTree({
      session,
      shownArea: () => Promise.resolve(userArea),
      onShown: (total) => {
        this.#factsView.message = '';
        setViewState('projectMemory.factsView', total === 0 ? 'empty' : 'ready');
      },
      onFailure: failure(() => this.#factsView, 'projectMemory.factsView'),
    });
    this.#projectView = this.#create(projectViewId, this.#project);
    this.#factsView = this.#create(factsViewId, this.#facts);
    const ageing = setInterval(() => {
      if (this.#watching !== undefined) this.refresh();
    }, AGE_INTERVAL_MS);
    this.#disposables.push(new vscode.Disposable(() => clearInterval(ageing)));
  }

  #create(id: string, tree: MemoryTree): vscode.TreeView<TreeNode> {
    const view = vscode.window.createTreeView(id, {
      treeDataProvider: tree,
      canSelectMany: true,
      showCollapseAll: true,
    });
    this.#disposables.push(
      tree,
      view,
      view.onDidChangeVisibility(() => this.watchWhileVisible()),
    );
    return view;
  }

  refresh(): void {
    this.#project.refresh();
    this.#facts.refresh();
  }

  loadMore(node: MoreNode): void {
    (node.group.area.kind === 'user' ? this.#facts : this.#project).loadMore(node);
  }

  /** The rows a command without arguments (a key) works on: those selected where the person last was. */
  selection(): readonly TreeNode[] {
    const [first, second] =
      this.#factsView.selection.length > 0 && this.#factsView.visible
        ? [this.#factsView, this.#projectView]
        : [this.#projectView, this.#factsView];
    return first.selection.length > 0 ? first.selection : second.selection;
  }

  /** Other processes' saves are looked for only while somebody could see them. Called anew for a new session. */
  watchWhileVisible(): void {
    this.#watching?.dispose();
    this.#watching = undefined;
    if (this.#projectView.visible || this.#factsView.visible) {
      this.#watching = this.#session()?.watch();
    }
  }

  dispose(): void {
    this.#watching?.dispose();
    vscode.Disposable.from(...this.#disposables).dispose();
  }
}
