import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { outFolder, repositoryRoot, scriptedModelPackage } from '../test/support/paths';
import { packageScriptedModel } from '../test/support/vscode/packages';
import { runHostTests } from '../test/support/vscode/hostTests';

// Usage: node tools/run.mjs tools/testHost.ts [pattern]
// Runs the suites of test/editor/host in the extension host of the VS Code server.

await packageScriptedModel();
const folder = mkdtempSync(path.join(os.tmpdir(), 'workspace-'));
mkdirSync(path.join(outFolder, 'reports'), { recursive: true });
const pattern = process.argv[2];
process.exitCode = await runHostTests({
  extensionDevelopmentPath: repositoryRoot,
  vsix: [scriptedModelPackage],
  extensionTestsPath: path.join(outFolder, 'editor'),
  folder,
  settings: { 'chat.allowAnonymousAccess': true },
  environment: {
    EDITOR_TEST_RESULT: path.join(outFolder, 'reports/host.json'),
    ...(pattern === undefined ? {} : { EDITOR_TEST_GREP: pattern }),
  },
  timeout: 600_000,
});
rmSync(folder, { recursive: true, force: true });
