import type { Locator, Page } from 'playwright-core';
import { poll } from '../poll';
import type { PageElement } from './pageElement';

export interface QuickPickRow {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  readonly ariaLabel: string;
}

/** The quick pick or input box at the top of the window. */
export class QuickInput {
  readonly #page: Page;
  readonly widget: Locator;
  readonly input: Locator;
  readonly rowsLocator: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.widget = page.locator('.quick-input-widget').first();
    this.input = this.widget.locator('.quick-input-box input').first();
    this.rowsLocator = this.widget.locator('.quick-input-list .monaco-list-row');
  }

  /** Opens the command palette with a text typed. */
  async openPalette(text: string): Promise<void> {
    await this.#page.keyboard.press('F1');
    await this.input.waitFor();
    await this.input.fill(`>${text}`);
    await this.rowsLocator.first().waitFor();
  }

  /**
   * Opens the command palette with this command focused. A palette knows only the commands that were there when it was
   * opened: those of extensions come some moments after the window.
   */
  async openPaletteOn(title: string): Promise<void> {
    const found = this.focusedRow.filter({ has: this.#page.getByText(title, { exact: true }) });
    await poll(`the command ${title}`, async () => {
      await this.openPalette(title);
      const offered = await found.waitFor({ timeout: 3000 }).then(
        () => true,
        () => undefined,
      );
      if (offered === undefined) await this.cancel();
      return offered;
    });
  }

  /** Types into the box, replacing what it holds. */
  async type(text: string): Promise<void> {
    await this.input.waitFor();
    await this.input.fill(text);
  }

  async value(): Promise<string> {
    return this.input.inputValue();
  }

  async title(): Promise<string> {
    return this.widget.locator('.quick-input-title').innerText();
  }

  /** Text under the box: a prompt or what is wrong with the input. */
  get message(): Locator {
    return this.widget.locator('.quick-input-message');
  }

  async rows(): Promise<readonly QuickPickRow[]> {
    await this.rowsLocator.first().waitFor();
    return this.rowsLocator.evaluateAll((elements: PageElement[]) =>
      elements
        .sort((a, b) => Number(a.getAttribute('data-index')) - Number(b.getAttribute('data-index')))
        .map((element) => ({
          label: element.querySelector('.quick-input-list-row .label-name')?.textContent ?? '',
          description: element.querySelector('.quick-input-list-row .label-description')?.textContent ?? '',
          detail: element.querySelector('.quick-input-list-label-meta')?.textContent ?? '',
          ariaLabel: element.getAttribute('aria-label') ?? '',
        })),
    );
  }

  /** The row that Enter takes: rows of an earlier text may still be shown when the next one is typed. */
  get focusedRow(): Locator {
    return this.rowsLocator.and(this.#page.locator('.focused'));
  }

  /** The row with exactly this label. */
  row(label: string): Locator {
    return this.rowsLocator.filter({ has: this.#page.getByText(label, { exact: true }) }).first();
  }

  /** Chooses the row with exactly this label. */
  async choose(label: string): Promise<void> {
    await this.row(label).click();
  }

  /** Presses a button of a row, by its tooltip. */
  async pressInRow(label: string, button: string): Promise<void> {
    const row = this.row(label);
    await row.hover();
    await row.locator(`a.action-label[aria-label^="${button}"]`).click();
  }

  /** Presses a button beside the title, by its tooltip. */
  async pressInTitle(button: string): Promise<void> {
    await this.widget.locator(`.quick-input-titlebar a.action-label[aria-label^="${button}"]`).click();
  }

  async accept(): Promise<void> {
    await this.#page.keyboard.press('Enter');
  }

  async cancel(): Promise<void> {
    await this.#page.keyboard.press('Escape');
    await this.widget.waitFor({ state: 'hidden' });
  }
}
