import * as vscode from 'vscode';
import type { MemoryRecord } from '../../memory/types';
import { readableAreas } from '../areas';
import type { MemorySession } from '../session';
import { firstLine, groupName, memoryDescription, memoryIcon } from '../views/memoryTexts';

/** Rows the list shows: more than fit a screen, fewer than anybody scrolls. */
const LIMIT = 50;

export interface MemoryItem extends vscode.QuickPickItem {
  readonly record?: MemoryRecord;
}

export interface MemoryPickOptions {
  readonly title: string;
  readonly placeholder: string;
  readonly onFailure: (error: unknown) => unknown;
  readonly buttons?: readonly vscode.QuickInputButton[];
  readonly onAccept: (record: MemoryRecord, pick: vscode.QuickPick<MemoryItem>) => unknown;
  readonly onButton?: (
    record: MemoryRecord,
    button: vscode.QuickInputButton,
    pick: vscode.QuickPick<MemoryItem>,
  ) => unknown;
}

/**
 * A list of memories that follows what is typed, ranked by our search alone: the editor neither filters the
 * rows nor sorts them. Without a query: the newest.
 */
export class MemoryPick {
  readonly #session: MemorySession;
  readonly #options: MemoryPickOptions;
  readonly #pick = vscode.window.createQuickPick<MemoryItem>();
  /** Number of the newest question; an answer to an older one is dropped. */
  #turn = 0;

  constructor(session: MemorySession, options: MemoryPickOptions) {
    this.#session = session;
    this.#options = options;
    const pick = this.#pick;
    pick.title = options.title;
    pick.placeholder = options.placeholder;
    const changes = session.onDidChange(() => this.#ask());
    pick.onDidChangeValue(() => this.#ask());
    pick.onDidAccept(() => {
      const record = pick.selectedItems[0]?.record;
      if (record !== undefined) this.#run(() => options.onAccept(record, pick));
    });
    pick.onDidTriggerItemButton(({ item, button }) => {
      const { record } = item;
      if (record !== undefined) this.#run(() => options.onButton?.(record, button, pick));
    });
    pick.onDidHide(() => {
      this.#turn++;
      changes.dispose();
      pick.dispose();
    });
  }

  show(value = ''): void {
    this.#pick.value = value;
    this.#pick.show();
    this.#ask();
  }

  /** What the person asked for may fail, and must not fail in silence. */
  #run(action: () => unknown): void {
    void Promise.resolve()
      .then(action)
      .catch((error: unknown) => this.#options.onFailure(error));
  }

  #ask(): void {
    const turn = ++this.#turn;
    this.#pick.busy = true;
    this.#items(this.#pick.value).then(
      (items) => this.#answer(turn, items),
      (error: unknown) =>
        this.#answer(turn, [messageItem(error instanceof Error ? error.message : String(error))]),
    );
  }

  #answer(turn: number, items: readonly MemoryItem[]): void {
    if (turn !== this.#turn) return;
    this.#pick.busy = false;
    this.#pick.items = items;
  }

  async #items(query: string): Promise<readonly MemoryItem[]> {
    const areas = await readableAreas(this.#session);
    const host = await this.#session.host();
    if (query.trim() === '') {
      const pages = await Promise.all(areas.map((area) => host.list(area, { offset: 0, limit: LIMIT })));
      const records = pages.flatMap((page) => page.records);
      records.sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : 0));
      return records.length === 0
        ? [messageItem(vscode.l10n.t('Nothing is remembered yet'))]
        : records.slice(0, LIMIT).map((record) => this.#item(record, firstLine(record.content)));
    }
    const answer = await host.search(areas, { query, limit: LIMIT, prefix: true });
    if (answer.hits.length === 0) return [messageItem(vscode.l10n.t('No memory matches'))];
    const rows = answer.hits.map(({ record, preview }) => this.#item(record, firstLine(preview)));
    return answer.total > rows.length
      ? [
          ...rows,
          messageItem(vscode.l10n.t('{0} more; type more words to narrow them', answer.total - rows.length)),
        ]
      : rows;
  }

  #item(record: MemoryRecord, preview: string): MemoryItem {
    const type = record.type === undefined ? [] : [groupName(record.type)];
    const about = [...type, memoryDescription(record, new Date())].join(' · ');
    return {
      record,
      // The editor moves rows whose label holds the query to the top, in alphabetical order, and offers no way
      // to say no: a row without a label stays where our ranking puts it.
      label: '',
      description: `${record.label} — ${about}`,
      detail: preview,
      iconPath: memoryIcon(record),
      alwaysShow: true,
      buttons: this.#options.buttons ?? [],
    };
  }
}

function messageItem(text: string): MemoryItem {
  return { label: '', description: text, alwaysShow: true };
}
