import type { Page } from 'playwright-core';
import { poll } from '../poll';

/** Chooses an item of the context menu or drop-down that is open. */
export async function chooseInMenu(page: Page, item: string): Promise<void> {
  const entry = page.getByRole('menuitem', { name: item, exact: true }).first();
  await entry.waitFor();
  // A menu ignores clicks in its first moments: click until it closes.
  await poll(`the menu to close after '${item}'`, async () => {
    if (!(await entry.isVisible())) return true;
    await entry.click({ timeout: 1000 }).catch(() => undefined);
    return undefined;
  });
}

/** The labels of the menu that is open. */
export async function menuItems(page: Page): Promise<readonly string[]> {
  const labels = page.locator('.monaco-menu .action-item .action-label:not(.separator)');
  await labels.first().waitFor();
  return (await labels.allInnerTexts()).map((label) => label.trim()).filter((label) => label !== '');
}
