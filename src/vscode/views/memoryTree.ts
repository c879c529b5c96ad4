import * as vscode from 'vscode';
import type { Area, MemoryRecord } from '../../memory/types';
import { backgroundOf } from '../background';
import { citesFile } from '../commands/openSource';
import { commands } from '../contributions';
import { memoryCount } from '../counts';
import { memoryUri } from '../memoryUri';
import type { MemorySession } from '../session';
import {
  groupIcon,
  groupName,
  memoryDescription,
  memoryIcon,
  spokenMemory,
  valueBesideKey,
} from './memoryTexts';
import { memoryTooltip } from './memoryTooltip';

/** Rows of a group that are read at first, and with every `Load more`. */
export const PAGE_SIZE = 50;

export interface GroupNode {
  readonly kind: 'group';
  readonly area: Area;
  readonly type: string;
  readonly count: number;
}

export interface MemoryNode {
  readonly kind: 'memory';
  readonly record: MemoryRecord;
}

export interface MoreNode {
  readonly kind: 'more';
  readonly group: GroupNode;
  readonly shown: number;
  readonly total: number;
}

export type TreeNode = GroupNode | MemoryNode | MoreNode;

/**
 * The area a view shows, or nothing and the reason was told to the view (as a context key that picks the
 * welcome text).
 */
export type ShownArea = (session: MemorySession) => Promise<Area | undefined>;

/** Memories of one area, grouped by type, newest first, pinned on top. Reads one page of a group at a time. */
export class MemoryTree implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly #session: () => MemorySession | undefined;
  readonly #shownArea: ShownArea;
  readonly #onFailure: (error: unknown) => void;
  readonly #onShown: (total: number) => void;
  readonly #limits = new Map<string, number>();
  readonly #changed = new vscode.EventEmitter<TreeNode | undefined>();

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(options: {
    readonly session: () => MemorySession | undefined;
    readonly shownArea: ShownArea;
    readonly onShown: (total: number) => void;
    readonly onFailure: (error: unknown) => void;
  }) {
    this.#session = options.session;
    this.#shownArea = options.shownArea;
    this.#onShown = options.onShown;
    this.#onFailure = options.onFailure;
  }

  refresh(): void {
    this.#changed.fire(undefined);
  }

  /** Shows one more page of a group. */
  loadMore(node: MoreNode): void {
    this.#limits.set(groupId(node.group), node.shown + PAGE_SIZE);
    this.#changed.fire(node.group);
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    const session = this.#session();
    if (session === undefined) return [];
    try {
      if (node === undefined) return await this.#groups(session);
      return node.kind === 'group' ? await this.#page(session, node) : [];
    } catch (error) {
      // Switched off meanwhile: the store is closed, and the view says so itself.
      if (this.#session() === session) this.#onFailure(error);
      return [];
    }
  }

  async #groups(session: MemorySession): Promise<GroupNode[]> {
    const area = await this.#shownArea(session);
    if (area === undefined) return [];
    const types = await (await session.host()).types(area);
    this.#onShown(types.reduce((total, { count }) => total + count, 0));
    return types.map(({ type, count }) => ({ kind: 'group', area, type, count }));
  }

  async #page(session: MemorySession, group: GroupNode): Promise<TreeNode[]> {
    const { records, total } = await (
      await session.host()
    ).list(group.area, {
      type: group.type,
      offset: 0,
      limit: this.#limits.get(groupId(group)) ?? PAGE_SIZE,
      includeExpired: true,
    });
    const nodes: TreeNode[] = records.map((record) => ({ kind: 'memory', record }));
    if (total > records.length) nodes.push({ kind: 'more', group, shown: records.length, total });
    return nodes;
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    switch (node.kind) {
      case 'group':
        return groupItem(node);
      case 'memory':
        return memoryItem(node.record);
      case 'more':
        return moreItem(node);
    }
  }

  /** Called for the row under the pointer only. */
  async resolveTreeItem(item: vscode.TreeItem, node: TreeNode): Promise<vscode.TreeItem> {
    const session = this.#session();
    if (node.kind !== 'memory' || session === undefined) return item;
    item.tooltip = memoryTooltip(node.record, await backgroundOf(session, node.record));
    return item;
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

function groupId(group: GroupNode): string {
  const area = group.area.kind === 'user' ? 'user' : group.area.id;
  return `${area}/${group.type}`;
}

function groupItem(group: GroupNode): vscode.TreeItem {
  const item = new vscode.TreeItem(groupName(group.type), vscode.TreeItemCollapsibleState.Expanded);
  item.id = `group/${groupId(group)}`;
  item.iconPath = groupIcon(group.type);
  item.description = String(group.count);
  item.contextValue = 'group';
  item.accessibilityInformation = {
    label: `${groupName(group.type)}, ${memoryCount(group.count)}`,
  };
  return item;
}

function memoryItem(record: MemoryRecord): vscode.TreeItem {
  const now = new Date();
  const item = new vscode.TreeItem(record.label, vscode.TreeItemCollapsibleState.None);
  item.id = `memory/${record.id}`;
  item.iconPath = memoryIcon(record);
  item.description = [memoryDescription(record, now), valueBesideKey(record)]
    .filter((part) => part !== undefined)
    .join(' · ');
  item.contextValue = `memory.${record.kind}${citesFile(record) ? '.cited' : ''}`;
  item.accessibilityInformation = { label: spokenMemory(record, now) };
  item.command = {
    command: 'vscode.open',
    title: commands.openMemory.title,
    arguments: [memoryUri(record)],
  };
  return item;
}

function moreItem(more: MoreNode): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t('Load More'), vscode.TreeItemCollapsibleState.None);
  item.id = `more/${groupId(more.group)}`;
  item.iconPath = new vscode.ThemeIcon('ellipsis');
  item.description = vscode.l10n.t('{0} of {1} shown', more.shown, more.total);
  item.contextValue = 'more';
  item.command = { command: commands.loadMore.id, title: item.label as string, arguments: [more] };
  return item;
}
