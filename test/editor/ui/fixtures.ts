import path from 'node:path';
import { expect } from 'vitest';
import type { VscodeServer } from '../../support/vscode/server';
import type { Workbench } from '../../support/vscode/workbench';

/** How long a state is waited for that a busy machine takes its time to reach. */
export const WITHIN = { timeout: 120_000 } as const;

export const container = 'Memory';
export const projectView = 'Project Memory';
export const factsView = 'About You';
export const attentionView = 'Needs Attention';

/** A command as the palette lists it. */
export function command(title: string): string {
  return `Project Memory: ${title}`;
}

/** The folder in which the extension keeps every database. */
export function storageOf(server: VscodeServer): string {
  return path.join(server.globalStorage, 'project-memory.project-memory');
}

/** Saves a memory through the palette, with the keyboard alone. */
export async function saveByPalette(
  workbench: Workbench,
  memory: { readonly title: string; readonly type: string; readonly text: string },
): Promise<void> {
  const { quickInput } = workbench;
  await quickInput.openPaletteOn(command('Save Memory...'));
  await quickInput.accept();
  await inputTitled(workbench, 'Save Memory (1/3): title');
  await quickInput.type(memory.title);
  await quickInput.accept();
  await inputTitled(workbench, 'Save Memory (2/3): type');
  await quickInput.type(memory.type);
  await quickInput.focusedRow.filter({ hasText: memory.type }).waitFor();
  await quickInput.accept();
  await inputTitled(workbench, 'Save Memory (3/3): text');
  await quickInput.type(memory.text);
  await quickInput.accept();
}

/** Waits until the list of the box at the top has rows with these labels, in this order, and no others. */
export async function offered(workbench: Workbench, ...labels: readonly string[]): Promise<void> {
  await expect
    .poll(async () => (await workbench.quickInput.rows()).map(({ label }) => label.trim()), WITHIN)
    .toEqual(labels);
}

/** Waits until the box at the top of the window has this title. */
export async function inputTitled(workbench: Workbench, title: string): Promise<void> {
  await workbench.quickInput.widget.locator('.quick-input-title', { hasText: title }).waitFor();
}
