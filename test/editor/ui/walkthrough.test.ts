import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { repository } from '../../support/gitRepository';
import { withWorkbench } from '../../support/vscode/withWorkbench';
import { command, inputTitled } from './fixtures';

describe('the walkthrough', () => {
  let scratch: string;

  beforeEach(() => {
    scratch = mkdtempSync(path.join(tmpdir(), 'walkthrough-'));
  });

  afterEach(() => rmSync(scratch, { recursive: true, force: true }));

  it('leads through the first steps and ticks off what was done', async () => {
    const folder = repository(path.join(scratch, 'crane'));
    await withWorkbench({ folder }, async ({ workbench, page }) => {
      const { quickInput } = workbench;
      await workbench.statusBarItem('Project Memory: crane').waitFor();
      await workbench.runCommand('Welcome: Open Walkthrough...');
      await quickInput.choose('Get Started with Project Memory');
      const step = (title: string, state: string): Locator =>
        page.getByRole('checkbox', { name: `${title}: ${state}`, exact: true });
      for (const title of [
        'See which project is remembered',
        'Save a memory by hand',
        'Let the agent save',
        'Browse what is remembered',
      ])
        await step(title, 'Not completed').waitFor();

      await workbench.runCommand(command('Save Memory...'));
      await inputTitled(workbench, 'Save Memory (1/3): title');
      await quickInput.cancel();
      await step('Save a memory by hand', 'Completed').waitFor();
      await step('Let the agent save', 'Not completed').waitFor();
    });
  });
});
