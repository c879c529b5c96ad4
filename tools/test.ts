import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { outFolder, repositoryRoot } from '../test/support/paths';
import { ensureChromium, ensureServer } from '../test/support/vscode/install';
import { countVitest, sum } from './counts';
import type { Counts } from './counts';
import { runEditorSuites } from './editorSuites';

// Usage: npm test
// Everything there is to check, cheapest first. The last line is `N passed, N failed`.

const reports = path.join(outFolder, 'reports');
mkdirSync(reports, { recursive: true });

const results: Counts[] = [
  script('types'),
  script('lint'),
  nodeProgram('build', ['esbuild.mjs', '--tests']),
  vitest('core'),
];
const skipped: string[] = [];

heading('a real VS Code');
const server = ensureServer(console.log);
const browser = server.kind === 'found' ? ensureChromium(console.log) : server;
if (server.kind === 'found' && browser.kind === 'found') {
  results.push(vitest('ui'), await runEditorSuites('server'));
} else {
  const reason = server.kind === 'missing' ? server.reason : browser.kind === 'missing' ? browser.reason : '';
  skipped.push(`the tests of what a person sees (test/editor/ui): ${reason}`);
  if (canShowWindows()) results.push(await runEditorSuites('electron'));
  else skipped.push(`the suites inside the editor (test/editor/host): ${reason}, and there is no display`);
}

console.log('');
for (const what of skipped) console.log(`Skipped ${what}.`);
const { passed, failed } = sum(results);
if (failed > 0) process.exitCode = 1;
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

function vitest(project: string): Counts {
  heading(`tests: ${project}`);
  const report = path.join(reports, `${project}.json`);
  rmSync(report, { force: true });
  const { status } = spawnSync(
    process.execPath,
    [
      ...['node_modules/vitest/vitest.mjs', 'run', '--project', project],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ],
    inherited(),
  );
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const counts = countVitest(JSON.parse(readFileSync(report, 'utf8')) as Parameters<typeof countVitest>[0]);
  return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
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
