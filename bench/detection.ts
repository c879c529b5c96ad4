import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { detectProject } from '../src/project/detection';
import { NodeFilePort } from '../src/project/nodeFilePort';
import { ProjectResolver } from '../src/project/projectResolver';
import { repository } from '../test/support/gitRepository';

const runProgram = promisify(execFile);

/** Prints what finding the project costs: at first, again, and beside asking git for the same. */
export async function run(): Promise<void> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'bench-detection-')));
  try {
    const app = repository(join(top, 'app'), 'git@example.org:octo/app.git');
    const deep = join(app, 'packages', 'web', 'src');
    mkdirSync(deep, { recursive: true });
    const many = join(top, 'many');
    for (let n = 0; n < 2_000; n++) mkdirSync(join(many, `child-${n}`), { recursive: true });
    for (let n = 0; n < 2_000; n += 75) repository(join(many, `child-${n}`));

    const rows = [];
    for (const [place, folder] of [
      ['a repository', app],
      ['three folders below its root', deep],
      ['2,000 children, 27 of them repositories', many],
    ] as const) {
      const cold = await timed(() => detected(folder, top), 50);
      const kept = resolver(folder, top);
      const warm = await timed(() => kept.detect(), 500);
      const git = await timed(
        () =>
          runProgram('git', ['rev-parse', '--show-toplevel', '--git-common-dir'], { cwd: folder }).catch(
            () => {},
          ),
        20,
      );
      rows.push({
        place,
        'cold ms': cold.median,
        'cold p95': cold.p95,
        'warm ms': warm.median,
        'warm p95': warm.p95,
        'git rev-parse ms': git.median,
        'git / cold': Number((git.median / cold.median).toFixed(1)),
      });
    }
    console.table(rows);
    console.log(
      'Cold: every file is read. Warm: every file that was read is looked at again, and none changed.',
    );
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
}

function detected(folder: string, top: string): Promise<unknown> {
  const deps = { files: new NodeFilePort(), home: join(top, 'home'), trusted: true, now: () => Date.now() };
  return detectProject(folder, deps);
}

function resolver(folder: string, top: string): ProjectResolver {
  return new ProjectResolver({
    files: new NodeFilePort(),
    catalog: () => Promise.reject(new Error('Detection needs no catalog.')),
    folders: () => [folder],
    home: join(top, 'home'),
    trusted: () => true,
    now: () => new Date(),
  });
}

async function timed(
  call: () => Promise<unknown>,
  times: number,
): Promise<{ readonly median: number; readonly p95: number }> {
  await call();
  const taken: number[] = [];
  for (let n = 0; n < times; n++) {
    const start = performance.now();
    await call();
    taken.push(performance.now() - start);
  }
  taken.sort((a, b) => a - b);
  const at = (share: number): number => Number((taken[Math.floor(share * times)] ?? 0).toFixed(3));
  return { median: at(0.5), p95: at(0.95) };
}
