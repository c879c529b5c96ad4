import * as vscode from 'vscode';
import { attentionReasons, type AttentionReason, type NeedsAttention } from '../../memory/needsAttention';
import type { Area, MemoryRecord } from '../../memory/types';
import { userArea } from '../areas';
import { backgroundOf } from '../background';
import { attentionViewId } from '../contributions';
import { attentionCount } from '../counts';
import type { MemorySession } from '../session';
import {
  AttentionTree,
  type AttentionMemoryNode,
  type AttentionNode,
  type ContradictionNode,
  type MoreReasonsNode,
  type ReasonNode,
} from './attentionTree';
import type { LostWelcomes } from './lostWelcomes';
import { memoryTooltip } from './memoryTooltip';
import { PAGE_SIZE } from './memoryTree';
import { projectShown, setMessage, setViewState } from './viewState';

/** Changes that follow one another are looked at once, this many milliseconds after the first. */
const DELAY_MS = 300;
/** A look that takes long is followed by a pause this many times as long: thousands of memories may cite files. */
const PAUSE = 4;

/**
 * What needs the person's attention: a tree, and its count as the badge of the container, which is kept also while the
 * tree is not seen. Looks at nothing before something has opened the store, or the tree is seen.
 */
export class AttentionView implements vscode.Disposable {
  readonly view: vscode.TreeView<AttentionNode>;
  readonly #session: () => MemorySession | undefined;
  readonly #lost: LostWelcomes;
  readonly #onFailure: (error: unknown) => void;
  readonly #tree: AttentionTree;
  readonly #limits = Object.fromEntries(attentionReasons.map((reason) => [reason, PAGE_SIZE])) as Record<
    AttentionReason,
    number
  >;
  readonly #disposables: vscode.Disposable[] = [];
  #gathered: Promise<readonly ReasonNode[]> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looking = false;
  #again = false;
  /** Milliseconds that the last look took. */
  #took = 0;

  constructor(
    session: () => MemorySession | undefined,
    lost: LostWelcomes,
    onFailure: (error: unknown) => void,
  ) {
    this.#session = session;
    this.#lost = lost;
    this.#onFailure = onFailure;
    this.#tree = new AttentionTree(
      () => this.#newest(),
      async (record) => {
        const open = session();
        return open && memoryTooltip(record, await backgroundOf(open, record));
      },
    );
    this.view = vscode.window.createTreeView(attentionViewId, {
      treeDataProvider: this.#tree,
      canSelectMany: true,
      showCollapseAll: true,
    });
    this.#disposables.push(
      this.#tree,
      this.view,
      // What memories cite may have changed while the person worked elsewhere, and when they save a file.
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.refresh();
      }),
      vscode.workspace.onDidSaveTextDocument(() => this.refresh()),
    );
  }

  /** Soon looks anew, if anybody can have seen a count. */
  refresh(): void {
    this.#again = true;
    this.#timer ??= setTimeout(() => void this.#lookAgain(), Math.max(DELAY_MS, this.#took * PAUSE));
  }

  loadMore({ reason, shown }: MoreReasonsNode): void {
    this.#limits[reason] = shown + PAGE_SIZE;
    this.refresh();
  }

  /** Everything that the person can decide, as the tree shows it. */
  async contradictions(): Promise<readonly ContradictionNode[]> {
    const reasons = await this.#gather();
    return reasons.flatMap(({ children }) => children.filter((child) => child.kind === 'contradiction'));
  }

  /** The memories that wait for this reason, as the tree shows them. */
  async waiting(reason: AttentionMemoryNode['reason']): Promise<readonly MemoryRecord[]> {
    const reasons = await this.#gather();
    return reasons.flatMap(({ children }) =>
      children.flatMap((child) => (child.kind === 'memory' && child.reason === reason ? [child.record] : [])),
    );
  }

  async #lookAgain(): Promise<void> {
    this.#timer = undefined;
    if (this.#looking) return;
    const session = this.#session();
    if (session !== undefined && !session.opened && !this.view.visible) {
      // Whoever sees the tree first looks.
      this.#gathered = undefined;
      return;
    }
    this.#looking = true;
    this.#again = false;
    const began = performance.now();
    this.#gathered = this.#gather();
    await this.#gathered;
    this.#took = performance.now() - began;
    this.#looking = false;
    await this.#tree.refresh();
    if (this.#again) this.refresh();
  }

  /** What the last look has found, also where it began while an earlier one was under way. */
  async #newest(): Promise<readonly ReasonNode[]> {
    for (;;) {
      const gathered = (this.#gathered ??= this.#gather());
      const reasons = await gathered;
      if (this.#gathered === gathered) return reasons;
    }
  }

  /** Never rejects: a failure is shown instead. */
  async #gather(): Promise<readonly ReasonNode[]> {
    const session = this.#session();
    if (session === undefined) return this.#show([]);
    try {
      const { area } = await projectShown(session);
      const areas = [...(area === undefined ? [] : [area]), userArea];
      return this.#show(reasonNodes(await lookAt(session, areas, { ...this.#limits })));
    } catch (error) {
      // Switched off meanwhile: the store is closed, and the view says so itself.
      if (this.#session() === session) this.#onFailure(error);
      return [];
    }
  }

  #show(reasons: readonly ReasonNode[]): readonly ReasonNode[] {
    const total = reasons.reduce((sum, reason) => sum + reason.total, 0);
    const text = this.#session() === undefined ? 'attentionOff' : 'nothingNeedsAttention';
    setMessage(this.view, total === 0 ? this.#lost.sentences(text) : '');
    this.view.badge = total === 0 ? undefined : { value: total, tooltip: attentionCount(total) };
    setViewState('projectMemory.attentionView', total === 0 ? 'empty' : 'ready');
    return reasons;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#again = false;
    vscode.Disposable.from(...this.#disposables).dispose();
  }
}

async function lookAt(
  session: MemorySession,
  areas: readonly Area[],
  limits: Readonly<Record<AttentionReason, number>>,
): Promise<readonly NeedsAttention[]> {
  const { engine } = await import('../engine');
  const host = await session.host();
  const found: NeedsAttention[] = [];
  for (const area of areas) found.push(await engine.needsAttention(host, area, limits));
  return found;
}

/** Only reasons for which there is something. */
function reasonNodes(found: readonly NeedsAttention[]): readonly ReasonNode[] {
  return attentionReasons.flatMap((reason): ReasonNode[] => {
    const total = found.reduce((sum, each) => sum + each[reason].total, 0);
    return total === 0
      ? []
      : [{ kind: 'reason', reason, total, children: found.flatMap((each) => childrenOf(each, reason)) }];
  });
}

function childrenOf(found: NeedsAttention, reason: AttentionReason): ReasonNode['children'] {
  switch (reason) {
    case 'conflict':
      return found.conflict.items.map(({ records }) => ({
        kind: 'contradiction',
        reason,
        records: [...records].sort((a, b) => a.sequence - b.sequence),
      }));
    case 'judgment':
      return found.judgment.items.map(({ saved, other }) => ({
        kind: 'contradiction',
        reason,
        records: [saved, other].sort((a, b) => a.sequence - b.sequence),
      }));
    case 'stale':
    case 'expiring':
    case 'review':
      return found[reason].items.map((record) => ({ kind: 'memory', reason, record }));
  }
}
