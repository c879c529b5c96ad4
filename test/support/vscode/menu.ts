import type { Locator, Page } from 'playwright-core';
import { poll } from '../poll';
import { came } from './came';

/** Chooses an item of the context menu or drop-down that is open. */
export async function chooseInMenu(page: Page, item: string): Promise<void> {
  const entry = entryOf(page, item);
  await entry.waitFor().catch(async (error: unknown) => {
    throw await withOffer(page, error);
  });
  // A menu ignores clicks in its first moments: click until it closes.
  await poll(`the menu to close after '${item}'`, async () => {
    if (!(await entry.isVisible())) return true;
    await entry.click({ timeout: 1000 }).catch(() => undefined);
    return undefined;
  });
}

/** Opens the context menu of something, again where the editor closed it meanwhile, and chooses an item. */
export async function chooseInMenuOf(page: Page, target: Locator, item: string): Promise<void> {
  await poll(`a context menu that offers '${item}'`, async () => {
    await target.click({ button: 'right' });
    if (await came(entryOf(page, item))) return true;
    await page.keyboard.press('Escape');
    return undefined;
  }).catch(async (error: unknown) => {
    await target.click({ button: 'right' });
    throw await withOffer(page, error);
  });
  await chooseInMenu(page, item);
}

/** The labels of the menu that is open. */
export async function menuItems(page: Page): Promise<readonly string[]> {
  const labels = labelsOf(page);
  await labels.first().waitFor();
  return (await labels.allInnerTexts()).map((label) => label.trim()).filter((label) => label !== '');
}

function entryOf(page: Page, item: string): Locator {
  return page.getByRole('menuitem', { name: item, exact: true }).first();
}

function labelsOf(page: Page): Locator {
  return page.locator('.monaco-menu .action-item .action-label:not(.separator)');
}

/** The error with what the open menus offer. */
async function withOffer(page: Page, error: unknown): Promise<Error> {
  const labels = await labelsOf(page).allInnerTexts();
  return new Error(`${String(error)}\nThe menus offer: ${labels.join(' | ') || 'nothing, none is open'}`, {
    cause: error,
  });
}
