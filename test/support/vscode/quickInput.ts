import type { Locator, Page } from 'playwright-core';
import { poll } from '../poll';
import { came } from './came';
import type { PageElement } from './pageElement';
import { settled } from './settled';

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

  /** Opens the command palette with a text typed. A window that is still being made ready may overhear the key. */
  async openPalette(text: string): Promise<void> {
    await poll('the command palette', async () => {
      await this.#page.keyboard.press('F1');
      return came(this.input);
    });
    await this.input.fill(`>${text}`);
    await this.rowsLocator.first().waitFor();
  }

  /**
   * Opens the command palette with this command focused. A palette knows only the commands that were there when it was
   * opened: those of extensions come some moments after the window.
   */
  async openPaletteOn(title: string): Promise<void> {
    const found = this.focusedRow.filter({ has: this.#page.getByText(title, { exact: true }) });
    await poll(
      `the command ${title}`,
      async () => {
        await this.openPalette(title);
        const offered = await came(found);
        if (offered === undefined) await this.cancel();
        return offered;
      },
      60_000,
    );
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

  /** The rows drawn. The list of a box that has just opened is empty for some moments: at least one is waited for. */
  async rows(): Promise<readonly QuickPickRow[]> {
    await this.rowsLocator.first().waitFor();
    return this.#drawn();
  }

  async #drawn(): Promise<readonly QuickPickRow[]> {
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

  /** The first row that holds this text anywhere. */
  rowHolding(text: string): Locator {
    return this.rowsLocator.filter({ hasText: text }).first();
  }

  /** Chooses the row with exactly this label. */
  async choose(label: string): Promise<void> {
    await this.chooseRow(this.row(label));
  }

  /** Chooses a row, once the rows stand still. */
  async chooseRow(row: Locator): Promise<void> {
    await row.waitFor();
    await settled(() => this.#drawn());
    await row.click();
  }

  /** Presses a button of a row, by its tooltip, once the rows stand still. */
  async pressInRow(row: Locator, button: string): Promise<void> {
    await row.waitFor();
    await settled(() => this.#drawn());
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

  /** Closes the box, and what it led back to. */
  async cancel(): Promise<void> {
    await poll('the box at the top to close', async () => {
      await this.#page.keyboard.press('Escape');
      return this.widget.waitFor({ state: 'hidden', timeout: 3000 }).then(
        () => true,
        () => undefined,
      );
    });
  }
}
