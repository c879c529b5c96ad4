import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { extensionPackage } from '../../support/paths';
import { withWorkbench } from '../../support/vscode/withWorkbench';

describe('the packed extension', () => {
  it('is at most 5 MB', () => {
    expect(statSync(extensionPackage).size).toBeLessThanOrEqual(5_000_000);
  });

  it.each(['dist/word-vectors.bin.gz', 'dist/sql-wasm.wasm', 'NOTICE'])('holds %s', (name) => {
    // A zip archive lists its names uncompressed.
    expect(readFileSync(extensionPackage).includes(`extension/${name}`)).toBe(true);
  });

  it('is installed and running in a window', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'workspace-'));
    writeFileSync(path.join(folder, 'hello.txt'), 'hello\n');
    await withWorkbench({ folder }, async ({ workbench }) => {
      await workbench.openFile('hello.txt');
      await workbench.editorShowing('hello');
      await workbench.runCommand('Developer: Show Running Extensions');
      const row = workbench.page.locator('.runtime-extensions-editor .extension', {
        hasText: 'Project Memory',
      });
      await row.waitFor();
      await row.getByText('Activation:').waitFor();
    });
    rmSync(folder, { recursive: true, force: true });
  });
});
