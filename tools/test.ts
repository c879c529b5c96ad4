import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { outFolder, repositoryRoot } from '../test/support/paths';
import { ensureChromium, ensureServer } from '../test/support/vscode/install';
import { countVitest, retriedTests, sum } from './counts';
import type { Counts, VitestReport } from './counts';
import { runEditorSuites } from './editorSuites';

// Usage: npm test
// Everything there is to check, cheapest first. The last line is `N passed, N failed`.

const leftovers = ownTemporaryFolder();
const reports = path.join(outFolder, 'reports');
mkdirSync(reports, { recursive: true });

const retried: string[] = [];
const results: Counts[] = [
  script('types'),
  script('lint'),
  nodeProgram('build', ['esbuild.mjs', '--tests']),
  // Processes are killed and waited for, on a machine that may have other things to do: what failed is tried once more.
  vitest('core', '--retry=1'),
];
const skipped: string[] = [];

heading('a real VS Code');
const server = ensureServer(console.log);
const browser = server.kind === 'found' ? ensureChromium(console.log) : server;
if (server.kind === 'found' && browser.kind === 'found') {
  // Between the page and what drives it are races that are nobody's fault: VS Code's own smoke tests are repeated too.
  results.push(vitest('ui', '--retry=2'), await runEditorSuites('server'));
} else {
  const reason = server.kind === 'missing' ? server.reason : browser.kind === 'missing' ? browser.reason : '';
  skipped.push(`the tests of what a person sees (test/editor/ui): ${reason}`);
  if (canShowWindows()) results.push(await runEditorSuites('electron'));
  else skipped.push(`the suites inside the editor (test/editor/host): ${reason}, and there is no display`);
}

console.log('');
for (const what of skipped) console.log(`Skipped ${what}.`);
for (const what of retried) console.log(`Passed when tried again: ${what}`);
const { passed, failed } = sum(results);
if (failed > 0) process.exitCode = 1;
if (failed + retried.length > 0 || !removed(leftovers))
  console.log(`What the tests left behind, pictures among it, is in ${leftovers}`);
if (retried.length > 0) console.log(`${retried.length} retried`);
console.log(`${passed} passed, ${failed} failed`);

function heading(text: string): void {
  console.log(`\n== ${text}`);
}

/** A script of package.json: one check. */
function script(name: string): Counts {
  heading(name);
  const windows = process.platform === 'win32';
  return oneCheck(spawnSync('npm', ['run', '--silent', name], { ...inherited(), shell: windows }).status);
}

function nodeProgram(name: string, args: readonly string[]): Counts {
  heading(name);
  return oneCheck(spawnSync(process.execPath, args, inherited()).status);
}

function vitest(project: string, ...options: readonly string[]): Counts {
  heading(`tests: ${project}`);
  const report = path.join(reports, `${project}.json`);
  rmSync(report, { force: true });
  const { status } = spawnSync(
    process.execPath,
    [
      ...['node_modules/vitest/vitest.mjs', 'run', '--project', project, ...options],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ],
    inherited(),
  );
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const told = JSON.parse(readFileSync(report, 'utf8')) as VitestReport;
  retried.push(...retriedTests(told));
  const counts = countVitest(told);
  return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/**
 * One folder for all that is started from here to put its temporary files into. Open to everybody, as that of the machine
 * is: some tests run as another account. Its name is short, since the path of a socket has 107 bytes.
 */
function ownTemporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'pm-test-'));
  chmodSync(folder, 0o1777);
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder;
  return folder;
}

/** False where something that was started still writes there, which is no failure of a test. */
function removed(folder: string): boolean {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    return true;
  } catch {
    return false;
  }
}

function oneCheck(status: number | null): Counts {
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function inherited(): { readonly cwd: string; readonly stdio: 'inherit' } {
  return { cwd: repositoryRoot, stdio: 'inherit' };
}

function canShowWindows(): boolean {
  return (
    process.platform !== 'linux' || (process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']) !== undefined
  );
}
