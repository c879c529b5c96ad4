import * as vscode from 'vscode';
import type { AttentionReason } from '../../memory/needsAttention';
import type { MemoryRecord } from '../../memory/types';
import { age } from '../age';
import { comparison } from '../comparison';
import { commands } from '../contributions';
import { memoryUri } from '../memoryUri';
import { isolated } from '../rightToLeft';
import { reasonDescription, reasonIcon, reasonMeaning, reasonName } from './attentionTexts';
import { memoryContext } from './memoryContext';
import { firstLine, memoryIcon, spokenMemory } from './memoryTexts';
import { contradictionTooltip } from './memoryTooltip';
import { ShownTree, type Branch } from './shownTree';

export interface ReasonNode {
  readonly kind: 'reason';
  readonly reason: AttentionReason;
  readonly children: readonly (ContradictionNode | AttentionMemoryNode)[];
  /** Of the children that there are; fewer may be shown. */
  readonly total: number;
}

/** Memories of which one may be wrong. */
export interface ContradictionNode {
  readonly kind: 'contradiction';
  readonly reason: 'conflict' | 'judgment';
  /** Oldest first, at least two, of one area. */
  readonly records: readonly MemoryRecord[];
}

export interface AttentionMemoryNode {
  readonly kind: 'memory';
  readonly reason: 'stale' | 'expiring' | 'review';
  readonly record: MemoryRecord;
}

export interface MoreReasonsNode {
  readonly kind: 'moreReasons';
  readonly reason: AttentionReason;
  readonly shown: number;
  readonly total: number;
}

export type AttentionNode = ReasonNode | AttentionRow;

type AttentionRow = ContradictionNode | AttentionMemoryNode | MoreReasonsNode;

/** Draws what was gathered: reading is its owner's task. */
export class AttentionTree implements vscode.TreeDataProvider<AttentionNode>, vscode.Disposable {
  readonly #gather: () => Promise<readonly ReasonNode[]>;
  readonly #tooltip: (record: MemoryRecord) => Promise<vscode.MarkdownString | undefined>;
  readonly #shown = new ShownTree<ReasonNode, AttentionRow>(itemOf);
  readonly #changed = new vscode.EventEmitter<AttentionNode[] | undefined>();

  readonly onDidChangeTreeData = this.#changed.event;

  /** `gather` is asked each time that the tree is drawn anew. */
  constructor(
    gather: () => Promise<readonly ReasonNode[]>,
    tooltip: (record: MemoryRecord) => Promise<vscode.MarkdownString | undefined>,
  ) {
    this.#gather = gather;
    this.#tooltip = tooltip;
  }

  /** Draws what has changed. */
  async refresh(): Promise<void> {
    const redrawing = this.#shown.update((await this.#gather()).map(branchOf));
    if (redrawing === 'all') this.#changed.fire(undefined);
    else if (redrawing.length > 0) this.#changed.fire([...redrawing]);
  }

  async getChildren(node?: AttentionNode): Promise<AttentionNode[]> {
    if (node?.kind === 'reason') return [...(this.#shown.rows(node) ?? [])];
    if (node !== undefined) return [];
    this.#shown.update((await this.#gather()).map(branchOf));
    return [...(this.#shown.groups ?? [])];
  }

  getTreeItem(node: AttentionNode): vscode.TreeItem {
    return itemOf(node);
  }

  /** Called for the row under the pointer only. */
  async resolveTreeItem(item: vscode.TreeItem, node: AttentionNode): Promise<vscode.TreeItem> {
    if (node.kind === 'contradiction') item.tooltip = contradictionTooltip(node.records);
    if (node.kind === 'memory') item.tooltip = await this.#tooltip(node.record);
    return item;
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

function branchOf(group: ReasonNode): Branch<ReasonNode, AttentionRow> {
  const { reason, children, total } = group;
  const more: MoreReasonsNode = { kind: 'moreReasons', reason, shown: children.length, total };
  return { group, rows: [...children, ...(children.length < total ? [more] : [])] };
}

function itemOf(node: AttentionNode): vscode.TreeItem {
  switch (node.kind) {
    case 'reason':
      return reasonItem(node);
    case 'contradiction':
      return contradictionItem(node);
    case 'memory':
      return memoryItem(node);
    case 'moreReasons':
      return moreItem(node);
  }
}

function reasonItem({ reason, total }: ReasonNode): vscode.TreeItem {
  const item = new vscode.TreeItem(reasonName(reason), vscode.TreeItemCollapsibleState.Expanded);
  item.id = `reason/${reason}`;
  item.iconPath = reasonIcon(reason);
  item.description = String(total);
  item.tooltip = reasonMeaning(reason);
  item.contextValue = 'reason';
  item.accessibilityInformation = { label: `${reasonName(reason)}, ${total}. ${reasonMeaning(reason)}` };
  return item;
}

function contradictionItem({ reason, records }: ContradictionNode): vscode.TreeItem {
  const { label, against } = namesOf(records);
  const item = new vscode.TreeItem(isolated(label), vscode.TreeItemCollapsibleState.None);
  const changed = age(records.at(-1)?.updatedAt ?? '', new Date(), vscode.env.language);
  item.id = `${reason}/${records.map(({ id }) => id).join('/')}`;
  item.iconPath = new vscode.ThemeIcon('git-compare');
  item.description = `${against.map((name) => `↔ ${name}`).join(' ')} · ${changed}`;
  item.contextValue = `contradiction.${reason}`;
  item.accessibilityInformation = { label: [label, ...against, reasonName(reason), changed].join(', ') };
  // A command of the editor's own: for one of ours it would keep the arguments only until the row is drawn anew.
  item.command = {
    command: 'vscode.diff',
    title: commands.compareMemories.title,
    arguments: comparison(records),
  };
  return item;
}

/** The newest, and what stands against it. Memories of one key are told apart by their texts. */
function namesOf(records: readonly MemoryRecord[]): {
  readonly label: string;
  readonly against: readonly string[];
} {
  const alike = new Set(records.map(({ label }) => label)).size < records.length;
  const [label = '', ...against] = records
    .map((record) => firstLine(alike ? record.content : record.label, 80))
    .reverse();
  return { label: alike ? `${records[0]?.label ?? ''}: ${label}` : label, against };
}

function memoryItem({ reason, record }: AttentionMemoryNode): vscode.TreeItem {
  const now = new Date();
  const item = new vscode.TreeItem(isolated(record.label), vscode.TreeItemCollapsibleState.None);
  const why = reasonDescription(reason, record, now);
  // One memory may be here for several reasons.
  item.id = `${reason}/${record.id}`;
  item.iconPath = memoryIcon(record);
  item.description = why;
  item.contextValue = `${memoryContext(record)}.${reason}`;
  item.accessibilityInformation = { label: `${spokenMemory(record, now)}, ${reasonName(reason)}, ${why}` };
  item.command = {
    command: 'vscode.open',
    title: commands.openMemory.title,
    arguments: [memoryUri(record)],
  };
  return item;
}

function moreItem(more: MoreReasonsNode): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t('Load More'), vscode.TreeItemCollapsibleState.None);
  item.id = `moreReasons/${more.reason}`;
  item.iconPath = new vscode.ThemeIcon('ellipsis');
  item.description = vscode.l10n.t('{0} of {1} shown', more.shown, more.total);
  item.contextValue = 'more';
  item.command = { command: commands.loadMore.id, title: item.label as string, arguments: [more] };
  return item;
}
