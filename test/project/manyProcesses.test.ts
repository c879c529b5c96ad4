import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtProgram, builtWorker, wasmFile } from '../support/builtWorker';
import { git, repository } from '../support/gitRepository';

let top: string;
let program: Awaited<ReturnType<typeof builtProgram>>;
let worker: Awaited<ReturnType<typeof builtWorker>>;

beforeAll(async () => {
  top = realpathSync(mkdtempSync(path.join(tmpdir(), 'project-')));
  program = await builtProgram('test/project/writerProcess.ts');
  worker = await builtWorker();
});
afterAll(async () => {
  await program.dispose();
  await worker.dispose();
  rmSync(top, { recursive: true, force: true });
});

/** Starts a writer; `go` lets it write. */
function writer(folder: string): { readonly go: () => void; readonly answer: Promise<string> } {
  let go = (): void => undefined;
  const answer = new Promise<string>((resolve, reject) => {
    const args = [program.file, path.join(top, 'storage'), folder, wasmFile, worker.file];
    const child = execFile(process.execPath, args, (error, stdout, stderr) => {
      if (error) reject(new Error(`${error.message}\n${stderr}`));
      else resolve(stdout.trim());
    });
    go = () => child.stdin?.end();
  });
  return { go, answer };
}

it('processes that see clones and worktrees of one repository for the first time make one project', async () => {
  const seed = repository(path.join(top, 'seed'));
  const origin = path.join(top, 'srv', 'app.git');
  git(top, 'clone', '--quiet', '--bare', seed, origin);
  const folders = ['one', 'two', 'three'].map((name) => path.join(top, name));
  for (const folder of folders) git(top, 'clone', '--quiet', origin, folder);
  git(path.join(top, 'one'), 'worktree', 'add', '--quiet', '-b', 'fix', path.join(top, 'tree'));
  folders.push(path.join(top, 'tree'));

  const writers = [...folders, ...folders].map(writer);
  for (const { go } of writers) go();
  const answers = await Promise.all(writers.map(({ answer }) => answer));
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toMatch(/^[0-9a-f-]{36} app t-[0-9a-f]{4}$/);
});
