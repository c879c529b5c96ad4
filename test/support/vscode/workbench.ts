import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { poll } from '../poll';
import { came } from './came';
import { Chat } from './chat';
import { chooseInMenu, chooseInMenuOf, menuItems } from './menu';
import type { PageElement } from './pageElement';
import { QuickInput } from './quickInput';
import { View } from './view';

/** Milliseconds after which a toast may have come and gone. */
const TOAST_MS = 10_000;

/** A VS Code window as a person meets it. Locators wait: nothing here sleeps. */
export class Workbench {
  readonly page: Page;
  readonly quickInput: QuickInput;
  readonly chat: Chat;
  #pictures: string | undefined;

  constructor(page: Page) {
    this.page = page;
    this.quickInput = new QuickInput(page);
    this.chat = new Chat(page);
  }

  /** The icon of a view container. Its label may end in its badge: `Memory - 2 need attention`. */
  activityBarIcon(container: string): Locator {
    return this.page.locator(
      `.activitybar a.action-label[aria-label="${container}"], .activitybar a.action-label[aria-label^="${container} -"]`,
    );
  }

  /** Shows a view container in the sidebar. */
  async openContainer(container: string): Promise<void> {
    const shown = this.page.locator('.part.sidebar .composite.title h2', { hasText: container });
    await this.activityBarIcon(container).waitFor();
    // A click on the icon of what is shown already hides it, and a sidebar may come by itself a moment later.
    await poll(`the container ${container}`, async () => {
      if (await shown.isVisible()) return true;
      await this.activityBarIcon(container).click();
      return came(shown);
    });
  }

  /** A view of the container that the sidebar shows. */
  view(name: string): View {
    return new View(this.page, name);
  }

  /** Runs a command as the palette lists it: `Project Memory: Save Memory...`. */
  async runCommand(title: string): Promise<void> {
    await this.quickInput.openPaletteOn(title);
    await this.quickInput.accept();
    await this.quickInput.row(title).waitFor({ state: 'hidden' });
  }

  /** Titles that the palette offers for a text, best first. */
  async commandTitles(text: string): Promise<readonly string[]> {
    await this.quickInput.openPalette(text);
    const rows = await this.quickInput.rows();
    await this.quickInput.cancel();
    return rows.map((row) => row.label);
  }

  /** Opens a file of the workspace by its name. */
  async openFile(name: string): Promise<void> {
    await this.page.keyboard.press('Control+P');
    await this.quickInput.type(name);
    await this.quickInput.focusedRow.filter({ hasText: name }).waitFor();
    await this.quickInput.accept();
    await this.tab(name).waitFor();
  }

  /** The tab of an editor. */
  tab(name: string): Locator {
    return this.page.locator('.tabs-container .tab', { hasText: name });
  }

  /** The text editor in front. */
  get editor(): Locator {
    return this.page.locator('.editor-group-container.active .monaco-editor[role="code"]').last();
  }

  /** The visible lines of the text editor in front. */
  async editorText(): Promise<string> {
    await this.editor.locator('.view-line').first().waitFor();
    const lines = await this.editor.locator('.view-line').evaluateAll((elements: PageElement[]) =>
      elements
        .map((element) => ({
          top: Number(/top:\s*([\d.]+)px/.exec(element.getAttribute('style') ?? '')?.[1] ?? 0),
          text: element.textContent ?? '',
        }))
        .sort((a, b) => a.top - b.top)
        .map((line) => line.text),
    );
    // The editor draws a space as a no-break space.
    return lines.join('\n').replaceAll('\u00a0', ' ');
  }

  /** Waits until the text editor in front shows `text`: an editor is drawn some moments after its tab. Returns all lines. */
  async editorShowing(text: string): Promise<string> {
    return poll(`an editor with ${JSON.stringify(text)}`, async () => {
      const shown = await this.editorText();
      return shown.includes(text) ? shown : undefined;
    });
  }

  /** Replaces the whole text of the editor in front, as by the keyboard. */
  async replaceEditorText(text: string): Promise<void> {
    await this.editor.click();
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.insertText(text);
  }

  async save(): Promise<void> {
    await this.page.keyboard.press('Control+S');
  }

  /** The first status bar item whose text or description holds `text`. */
  statusBarItem(text: string | RegExp): Locator {
    const items = this.page.locator('.statusbar .statusbar-item');
    return typeof text === 'string'
      ? items.filter({ has: this.page.locator(`[aria-label*="${text}"]`) }).first()
      : items.filter({ hasText: text }).first();
  }

  /** A notification with `text`, as a toast or behind the bell. Hidden on a server with the test driver. */
  notification(text: string | RegExp): Locator {
    return this.page
      .locator('.notification-toast, .notifications-center .monaco-list-row')
      .filter({ hasText: text })
      .first();
  }

  /** Waits for a notification. A toast leaves by itself after some seconds: it is looked for behind the bell then. */
  async notified(text: string | RegExp): Promise<Locator> {
    const notification = this.notification(text);
    const centre = this.page.locator('.notifications-center.visible');
    return poll(
      `a notification with ${String(text)}`,
      async () => {
        if (await came(notification, TOAST_MS)) return notification;
        if (!(await centre.isVisible())) await this.page.locator('[id="status.notifications"] a').click();
        return undefined;
      },
      120_000,
    );
  }

  /** Presses a button of a notification. */
  async pressInNotification(text: string | RegExp, button: string): Promise<void> {
    const notification = await this.notified(text);
    await notification.hover();
    await notification.locator('.monaco-button', { hasText: button }).first().click();
  }

  /** The modal dialog. */
  get dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  async pressInDialog(button: string): Promise<void> {
    await this.dialog.locator('.monaco-button', { hasText: button }).first().click();
    await this.dialog.waitFor({ state: 'detached' });
  }

  /** Chooses an item of the context menu or drop-down that is open. */
  async chooseInMenu(item: string): Promise<void> {
    await chooseInMenu(this.page, item);
  }

  /** Opens the context menu of something and chooses an item of it. */
  async chooseInMenuOf(target: Locator, item: string): Promise<void> {
    await chooseInMenuOf(this.page, target, item);
  }

  /** The labels of the menu that is open. */
  async menuItems(): Promise<readonly string[]> {
    return menuItems(this.page);
  }

  /** The content of the webview in front. */
  get webview(): FrameLocator {
    return this.page.frameLocator('iframe.webview').last().frameLocator('iframe#active-frame');
  }

  /** Trusts the folder of a window in Restricted Mode, through the editor's own page. */
  async trustFolder(): Promise<void> {
    await this.page.getByText('Manage', { exact: true }).first().click();
    await this.page.getByRole('button', { name: /^Trust$/ }).click();
  }

  /** Takes a picture of the window into a temporary folder. Returns its path. */
  async screenshot(name: string): Promise<string> {
    this.#pictures ??= mkdtempSync(path.join(os.tmpdir(), 'vscode-pictures-'));
    const file = path.join(this.#pictures, `${name}.png`);
    await this.page.screenshot({ path: file });
    return file;
  }
}
