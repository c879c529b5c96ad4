import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import { outFolder, repositoryRoot, scriptedModelPackage } from '../test/support/paths';
import { runHostTests } from '../test/support/vscode/hostTests';
import { packageScriptedModel } from '../test/support/vscode/packages';
import type { Counts } from './counts';

export type Launcher = 'server' | 'electron';

/** Agent mode without a sign-in. */
const SETTINGS = { 'chat.allowAnonymousAccess': true };

const TIMEOUT = 20 * 60_000;

/**
 * Runs the suites of test/editor/host, which `node esbuild.mjs --tests` has built, in the extension host of a real VS
 * Code. `pattern` is a regular expression of the tests to run. A run that breaks off counts as one failure.
 */
export async function runEditorSuites(launcher: Launcher, pattern?: string): Promise<Counts> {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'editor-suites-'));
  const folder = path.join(scratch, 'workspace');
  mkdirSync(folder);
  const result = path.join(outFolder, 'reports/host.json');
  mkdirSync(path.dirname(result), { recursive: true });
  rmSync(result, { force: true });
  const environment = {
    EDITOR_TEST_RESULT: result,
    ...(pattern === undefined ? {} : { EDITOR_TEST_GREP: pattern }),
  };
  const extensionTestsPath = path.join(outFolder, 'editor');
  try {
    if (launcher === 'server') {
      await packageScriptedModel();
      await runHostTests({
        extensionDevelopmentPath: repositoryRoot,
        extensionTestsPath,
        folder,
        environment,
        vsix: [scriptedModelPackage],
        settings: SETTINGS,
        timeout: TIMEOUT,
      });
    } else {
      const userData = path.join(scratch, 'user-data');
      mkdirSync(path.join(userData, 'User'), { recursive: true });
      writeFileSync(path.join(userData, 'User/settings.json'), JSON.stringify(SETTINGS));
      await runTests({
        extensionDevelopmentPath: [repositoryRoot, path.join(outFolder, 'scripted-model')],
        extensionTestsPath,
        extensionTestsEnv: environment,
        launchArgs: [
          ...[folder, '--user-data-dir', userData],
          ...['--disable-workspace-trust', '--skip-welcome', '--skip-release-notes'],
        ],
      });
    }
  } catch (error) {
    console.error(String(error));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  if (existsSync(result)) return JSON.parse(readFileSync(result, 'utf8')) as Counts;
  console.error('The suites in the editor did not come to an end.');
  return { passed: 0, failed: 1 };
}
