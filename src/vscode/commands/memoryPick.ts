import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { MemoryRecord } from '../../memory/types';
import { failureText } from '../refusalTexts';
import type { MemorySession } from '../session';
import { inPlace } from './inPlace';
import { MemoryFinder, type Row } from './memoryFinder';
import { MemoryPreview } from './memoryPreview';
import { firstLine, memoryDescription, memoryIcon, typeName } from '../views/memoryTexts';

export interface MemoryItem extends vscode.QuickPickItem {
  readonly record?: MemoryRecord;
  /** What choosing a row does that is no memory. */
  readonly run?: () => void;
}

interface Question {
  readonly query: string;
  readonly everywhere: boolean;
}

export interface MemoryPickOptions {
  readonly title: string;
  readonly placeholder: string;
  readonly onFailure: (error: unknown) => unknown;
  readonly buttons?: readonly vscode.QuickInputButton[];
  /** Whether other projects may be searched too, and the memory on which the list stands is shown. */
  readonly browses?: true;
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
  readonly #options: MemoryPickOptions;
  readonly #finder: MemoryFinder;
  readonly #pick = vscode.window.createQuickPick<MemoryItem>();
  readonly #preview: MemoryPreview | undefined;
  /** Number of the newest question; an answer to an older one is dropped. */
  #turn = 0;
  #everywhere = false;
  /** To which the rows that are shown are the answer. */
  #answered: Question | undefined;
  /** The person left the first row, on which the list stands by itself, since they typed last. */
  #moved = false;

  constructor(session: MemorySession, options: MemoryPickOptions) {
    this.#options = options;
    this.#finder = new MemoryFinder(session);
    this.#preview = options.browses === true ? new MemoryPreview() : undefined;
    const pick = this.#pick;
    pick.placeholder = options.placeholder;
    this.#searchEverywhere(false);
    const changes = session.onDidChange(() => this.#ask());
    pick.onDidChangeValue(() => {
      this.#moved = false;
      this.#ask();
    });
    pick.onDidTriggerButton(() => this.#searchEverywhere(!this.#everywhere));
    pick.onDidChangeActive(([item]) => this.#standsOn(item));
    pick.onDidAccept(() => this.#accept());
    pick.onDidTriggerItemButton(({ item, button }) => {
      const { record } = item;
      if (record !== undefined) this.#run(() => options.onButton?.(record, button, pick));
    });
    pick.onDidHide(() => {
      this.#turn++;
      changes.dispose();
      this.#preview?.dispose();
      pick.dispose();
    });
  }

  show(value = ''): void {
    this.#pick.value = value;
    this.#pick.show();
    this.#ask();
  }

  #accept(): void {
    const [item] = this.#pick.selectedItems;
    const record = item?.record;
    item?.run?.();
    if (record === undefined) return;
    this.#preview?.keep();
    this.#run(() => this.#options.onAccept(record, this.#pick));
  }

  #standsOn(item: MemoryItem | undefined): void {
    if (item?.record === undefined) return;
    if (item !== firstMemory(this.#pick.items)) this.#moved = true;
    if (this.#moved) this.#preview?.show(item.record);
  }

  readonly #searchAll = (): void => this.#searchEverywhere(true);

  #searchEverywhere(everywhere: boolean): void {
    this.#everywhere = everywhere;
    const { title, browses } = this.#options;
    this.#pick.title = everywhere ? vscode.l10n.t('{0}: All Projects', title) : title;
    if (browses === true) this.#pick.buttons = [everywhere ? onlyHere() : allProjects()];
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
    const question: Question = { query: this.#pick.value, everywhere: this.#everywhere };
    this.#pick.busy = true;
    this.#finder.rows(question.query, question).then(
      (rows) =>
        this.#answer(
          turn,
          question,
          rows.map((row) => this.#item(row)),
        ),
      (error: unknown) => this.#answer(turn, question, [messageItem(failureText(error))]),
    );
  }

  #answer(turn: number, question: Question, found: readonly MemoryItem[]): void {
    if (turn !== this.#turn) return;
    this.#pick.busy = false;
    const shown = this.#pick.items;
    const same = isDeepStrictEqual(question, this.#answered);
    this.#answered = question;
    const items = same ? inPlace(shown, found, ({ record }) => record?.id) : found;
    // The editor counts rows, and says of a click which one it was: it must not be another one meanwhile.
    if (isDeepStrictEqual(items, shown)) return;
    this.#pick.keepScrollPosition = same;
    // A change elsewhere must not take the person away from the row on which they stand.
    const active = this.#pick.activeItems[0]?.record?.id;
    this.#pick.items = items;
    const again = items.find(({ record }) => record !== undefined && record.id === active);
    if (again !== undefined && this.#moved) this.#pick.activeItems = [again];
  }

  #item(row: Row): MemoryItem {
    switch (row.kind) {
      case 'memory':
        return this.#memoryItem(row);
      case 'message':
        return messageItem(row.text);
      case 'elsewhere':
        if (this.#options.browses !== true) return messageItem(vscode.l10n.t('No memory matches'));
        return {
          ...messageItem(row.text),
          iconPath: new vscode.ThemeIcon('globe'),
          run: this.#searchAll,
        };
    }
  }

  #memoryItem({ record, preview, place }: Extract<Row, { readonly kind: 'memory' }>): MemoryItem {
    const about = [place, typeName(record), memoryDescription(record, new Date())]
      .filter((part) => part !== undefined)
      .join(' · ');
    return {
      record,
      // The editor moves rows whose label holds the query to the top, in alphabetical order, and offers no way
      // to say no: a row without a label stays where our ranking puts it.
      label: '',
      description: `${record.label} — ${about}`,
      detail: firstLine(preview),
      iconPath: memoryIcon(record),
      alwaysShow: true,
      buttons: this.#options.buttons ?? [],
    };
  }
}

function firstMemory(items: readonly MemoryItem[]): MemoryItem | undefined {
  return items.find(({ record }) => record !== undefined);
}

function messageItem(text: string): MemoryItem {
  return { label: '', description: text, alwaysShow: true };
}

function allProjects(): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon('globe'), tooltip: vscode.l10n.t('Search All Projects') };
}

function onlyHere(): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon('bookmark'), tooltip: vscode.l10n.t('Search This Project Only') };
}
