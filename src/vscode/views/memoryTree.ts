import * as vscode from 'vscode';
import type { Area, MemoryRecord } from '../../memory/types';
import { backgroundOf } from '../background';
import { commands } from '../contributions';
import { memoryCount } from '../counts';
import { memoryUri } from '../memoryUri';
import { isolated } from '../rightToLeft';
import type { MemorySession } from '../session';
import { memoryContext } from './memoryContext';
import { groupIcon, groupName, memoryIcon, rowDescription, spokenMemory } from './memoryTexts';
import { memoryTooltip } from './memoryTooltip';
import { ShownTree, type Branch } from './shownTree';

/** Rows of a group that are read at first, and with every `Load more`. */
export const PAGE_SIZE = 50;

/** From so many memories on, groups begin folded where there are several: else the first alone would fill the view. */
const FOLDED_FROM = 40;

/** Saves that follow one another are shown together, this often. */
const REFRESH_INTERVAL_MS = 200;

export interface GroupNode {
  readonly kind: 'group';
  readonly area: Area;
  readonly type: string;
  readonly count: number;
  /** Whether its rows are hidden until the person unfolds it. Once it has been drawn, that is between them and the editor. */
  readonly folded: boolean;
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

export type TreeNode = GroupNode | MemoryRow;

type MemoryRow = MemoryNode | MoreNode;

/**
 * The area a view shows, or nothing and the reason was told to the view (as a context key that picks the
 * welcome text).
 */
export type ShownArea = (session: MemorySession) => Promise<Area | undefined>;

export interface MemoryTreeOptions {
  readonly session: () => MemorySession | undefined;
  readonly shownArea: ShownArea;
  /** Whether anybody can see the tree: while nobody does, nothing is read for it. */
  readonly visible: () => boolean;
  readonly onShown: (total: number) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Memories of one area, grouped by type, newest first, pinned on top. Reads one page of a group at a time. */
export class MemoryTree implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly #options: MemoryTreeOptions;
  readonly #limits = new Map<string, number>();
  readonly #changed = new vscode.EventEmitter<TreeNode[] | undefined>();
  readonly #shown = new ShownTree<GroupNode, MemoryRow>(itemOf);
  #shownOf: MemorySession | undefined;
  /** One read at a time: of two, the one that ends last would be shown, and not the one that knows more. */
  #reading: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #refreshed = -Infinity;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(options: MemoryTreeOptions) {
    this.#options = options;
  }

  /** Reads anew what the editor shows, and has it draw what is different. */
  refresh(): void {
    const pause = this.#refreshed + REFRESH_INTERVAL_MS - performance.now();
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.#refreshed = performance.now();
        void this.#inTurn(() => this.#refresh());
      },
      Math.max(0, pause),
    );
  }

  /** Shows one more page of a group. */
  loadMore(node: MoreNode): void {
    this.#limits.set(groupId(node.group), node.shown + PAGE_SIZE);
    this.refresh();
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    const known = this.#known(node);
    return [...(known ?? (await this.#inTurn(() => this.#children(node))))];
  }

  #known(node: TreeNode | undefined): readonly TreeNode[] | undefined {
    if (this.#options.session() !== this.#shownOf) return undefined;
    if (node === undefined) return this.#shown.groups;
    return node.kind === 'group' ? this.#shown.rows(node) : [];
  }

  async #children(node: TreeNode | undefined): Promise<readonly TreeNode[]> {
    const session = this.#options.session();
    if (session === undefined) return [];
    const known = this.#known(node);
    if (known !== undefined) return known;
    try {
      if (node === undefined) {
        const groups = await this.#groups(session);
        this.#shown.clear();
        this.#shown.update(groups.map((group) => ({ group, rows: undefined })));
        this.#shownOf = session;
        return groups;
      }
      if (node.kind !== 'group') return [];
      const rows = await this.#page(session, node);
      this.#shown.setRows(node, rows);
      return rows;
    } catch (error) {
      // Switched off meanwhile: the store is closed, and the view says so itself.
      if (this.#options.session() === session) this.#options.onFailure(error);
      return [];
    }
  }

  async #refresh(): Promise<void> {
    const session = this.#options.session();
    const before = this.#shown.groups;
    const seen = session !== undefined && session === this.#shownOf && this.#options.visible();
    const branches = before !== undefined && seen ? await this.#branches(session) : undefined;
    if (branches === undefined) {
      this.#shown.clear();
      this.#changed.fire(undefined);
      return;
    }
    const redrawing = this.#shown.update(branches);
    if (redrawing === 'all') this.#changed.fire(undefined);
    else if (redrawing.length > 0) this.#changed.fire([...redrawing]);
  }

  /** All groups, with the rows of those whose rows are shown. Undefined after a failure: whoever draws meets it too. */
  async #branches(session: MemorySession): Promise<readonly Branch<GroupNode, MemoryRow>[] | undefined> {
    try {
      const groups = await this.#groups(session);
      return await Promise.all(
        groups.map(async (group) => {
          const shown = this.#shown.rows(group) !== undefined;
          return { group, rows: shown ? await this.#page(session, group) : undefined };
        }),
      );
    } catch {
      return undefined;
    }
  }

  #inTurn<T>(read: () => Promise<T>): Promise<T> {
    const turn = this.#reading.then(read);
    this.#reading = turn.catch(() => undefined);
    return turn;
  }

  async #groups(session: MemorySession): Promise<GroupNode[]> {
    const area = await this.#options.shownArea(session);
    if (area === undefined) return [];
    const types = await (await session.host()).types(area);
    const total = types.reduce((sum, { count }) => sum + count, 0);
    this.#options.onShown(total);
    const folded = total >= FOLDED_FROM && types.length > 1;
    return types.map(({ type, count }) => ({ kind: 'group', area, type, count, folded }));
  }

  async #page(session: MemorySession, group: GroupNode): Promise<MemoryRow[]> {
    const { records, total } = await (
      await session.host()
    ).list(group.area, {
      type: group.type,
      offset: 0,
      limit: this.#limits.get(groupId(group)) ?? PAGE_SIZE,
      includeExpired: true,
    });
    const nodes: MemoryRow[] = records.map((record) => ({ kind: 'memory', record }));
    if (total > records.length) nodes.push({ kind: 'more', group, shown: records.length, total });
    return nodes;
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    return itemOf(node);
  }

  /** Called for the row under the pointer only. */
  async resolveTreeItem(item: vscode.TreeItem, node: TreeNode): Promise<vscode.TreeItem> {
    const session = this.#options.session();
    if (node.kind !== 'memory' || session === undefined) return item;
    item.tooltip = memoryTooltip(node.record, await backgroundOf(session, node.record));
    return item;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#changed.dispose();
  }
}

function itemOf(node: TreeNode): vscode.TreeItem {
  switch (node.kind) {
    case 'group':
      return groupItem(node);
    case 'memory':
      return memoryItem(node.record);
    case 'more':
      return moreItem(node);
  }
}

function groupId(group: GroupNode): string {
  const area = group.area.kind === 'user' ? 'user' : group.area.id;
  return `${area}/${group.type}`;
}

function groupItem(group: GroupNode): vscode.TreeItem {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(groupName(group.type), group.folded ? Collapsed : Expanded);
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
  const item = new vscode.TreeItem(isolated(record.label), vscode.TreeItemCollapsibleState.None);
  item.id = `memory/${record.id}`;
  item.iconPath = memoryIcon(record);
  item.description = rowDescription(record, now);
  item.contextValue = memoryContext(record);
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
