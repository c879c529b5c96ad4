import childProcess, { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NodeFilePort } from '../../src/project/nodeFilePort';
import { ProjectResolver } from '../../src/project/projectResolver';
import { catalogFixture } from '../support/catalogFixture';
import { repository, worktree } from '../support/gitRepository';

const WAYS = ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'] as const;

/** Calls `use` and answers the ways in which it started processes; none is really started. */
async function startedBy(use: () => Promise<unknown>): Promise<readonly string[]> {
  const started: string[] = [];
  const own = Object.fromEntries(WAYS.map((way) => [way, childProcess[way]]));
  const trap = (way: string) => () => {
    started.push(way);
    throw new Error(`A process was started by ${way}`);
  };
  Object.assign(childProcess, Object.fromEntries(WAYS.map((way) => [way, trap(way)])));
  syncBuiltinESMExports();
  try {
    await use();
  } finally {
    Object.assign(childProcess, own);
    syncBuiltinESMExports();
  }
  return started;
}

describe('finding the project', () => {
  const fixture = catalogFixture();
  let top: string;
  beforeEach(() => {
    top = realpathSync(mkdtempSync(path.join(tmpdir(), 'no-process-')));
  });
  afterEach(() => rmSync(top, { recursive: true, force: true }));

  it('starts no process, in a repository, a worktree or a folder of repositories', async () => {
    const app = repository(path.join(top, 'all', 'app'), 'git@example.org:octo/app.git');
    repository(path.join(top, 'all', 'other'));
    const tree = worktree(app, path.join(top, 'tree'), 'fix');
    mkdirSync(path.join(app, 'src'));
    const catalog = await fixture.open(await fixture.directory());
    const started = await startedBy(async () => {
      for (const folder of [app, path.join(app, 'src'), tree, path.join(top, 'all')]) {
        const projects = new ProjectResolver({
          files: new NodeFilePort(),
          catalog: () => Promise.resolve(catalog),
          folders: () => [folder],
          home: path.join(top, 'home'),
          trusted: () => true,
          now: () => new Date(),
        });
        await projects.forRead({});
        await projects.forWrite({});
        projects.refresh();
        await projects.current({ openCatalog: true });
      }
    });
    expect(started).toEqual([]);
    expect((await catalog.list()).map(({ name }) => name)).toEqual(['app']);
  });

  it('would be caught at it', async () => {
    expect(
      await startedBy(() => {
        try {
          execFileSync('git', ['--version']);
        } catch {
          // The trap is noticed even where the fault is swallowed.
        }
        return Promise.resolve();
      }),
    ).toEqual(['execFileSync']);
  });
});
