import { errors, type Locator, type Page } from 'playwright-core';
import { poll } from '../poll';
import type { PageElement } from './pageElement';
import { settled } from './settled';

export interface TreeRow {
  readonly label: string;
  readonly description: string;
  /** What a screen reader says. */
  readonly ariaLabel: string;
  /** 1 is the top. */
  readonly level: number;
  /** Undefined for a row without children. */
  readonly expanded: boolean | undefined;
}

/** A view of the sidebar: its header, its tree, its welcome text. */
export class View {
  readonly #page: Page;
  readonly pane: Locator;
  readonly header: Locator;

  constructor(page: Page, name: string) {
    this.#page = page;
    this.pane = page.locator('.part.sidebar .pane', {
      has: page.locator(`.pane-header[aria-label^="${name}"]`),
    });
    this.header = this.pane.locator('.pane-header');
  }

  async expand(): Promise<void> {
    await this.header.waitFor();
    if ((await this.header.getAttribute('aria-expanded')) === 'false') await this.header.click();
    await this.pane.locator('.pane-body').waitFor();
  }

  /** All rows drawn, empty when there are none. Wait for `row` first: trees load late. */
  async rows(): Promise<readonly TreeRow[]> {
    return this.#rows.evaluateAll((elements: PageElement[]) =>
      elements
        .sort((a, b) => Number(a.getAttribute('data-index')) - Number(b.getAttribute('data-index')))
        .map((element) => ({
          label: element.querySelector('.label-name')?.textContent ?? '',
          description: element.querySelector('.label-description')?.textContent ?? '',
          ariaLabel: element.getAttribute('aria-label') ?? '',
          level: Number(element.getAttribute('aria-level')),
          expanded: { true: true, false: false }[element.getAttribute('aria-expanded') ?? ''],
        })),
    );
  }

  /** The first row whose label or description holds `text`. */
  row(text: string | RegExp): Locator {
    return this.#rows.filter({ hasText: text }).first();
  }

  /** Waits until the row is there and no row moves: a tree that is drawn anew would put another one under the pointer. */
  async #still(text: string | RegExp): Promise<Locator> {
    const row = this.row(text);
    await row.waitFor();
    await settled(() => this.rows());
    return row;
  }

  async expandRow(text: string | RegExp): Promise<void> {
    const row = await this.#still(text);
    if ((await row.getAttribute('aria-expanded')) !== 'true') await row.locator('.monaco-tl-twistie').click();
    await this.row(text).and(this.#page.locator('[aria-expanded="true"]')).waitFor();
  }

  async clickRow(text: string | RegExp): Promise<void> {
    await (await this.#still(text)).click();
  }

  /** Opens a row as Enter does. */
  async openRow(text: string | RegExp): Promise<void> {
    await this.clickRow(text);
    await this.#page.keyboard.press('Enter');
  }

  /** Presses an inline action of a row, by its title. */
  async pressInRow(text: string | RegExp, action: string): Promise<void> {
    await this.pressIn(await this.#still(text), action);
  }

  /** Presses an inline action of a row, which may be moving. */
  async pressIn(row: Locator, action: string): Promise<void> {
    const button = row.locator(`.actions a.action-label[aria-label^="${action}"]`);
    await poll(`${action} to be pressed`, async () => {
      // What the editor tells of the row under the pointer may lie over this one.
      await this.#page.mouse.move(0, 0);
      try {
        await row.hover({ timeout: 5000 });
        await button.click({ timeout: 5000 });
        return true;
      } catch (error) {
        if (error instanceof errors.TimeoutError) return undefined;
        throw error;
      }
    });
  }

  /** Opens the context menu of a row; choose in it with `workbench.chooseInMenu`. */
  async openRowMenu(text: string | RegExp): Promise<void> {
    await (await this.#still(text)).click({ button: 'right' });
    await this.#page.locator('.monaco-menu').first().waitFor();
  }

  /** Presses an action in the view's title. */
  async pressInTitle(action: string): Promise<void> {
    await this.header.hover();
    await this.header.locator(`a.action-label[aria-label^="${action}"]`).click();
  }

  /** The text and buttons shown while the view has no rows. */
  get welcome(): Locator {
    return this.pane.locator('.welcome-view-content');
  }

  get #rows(): Locator {
    return this.pane.locator('.pane-body .monaco-list-row');
  }
}
