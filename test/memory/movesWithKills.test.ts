import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { insertMemory } from '../../src/memory/memoryRow';
import { builtProgram, builtWorker, wasmFile } from '../support/builtWorker';
import { HostFixture } from '../support/hostFixture';
import { imagesIn, projectOf } from '../support/movedStorage';
import { SeededRandom } from '../support/seededRandom';

const fixture = new HostFixture();
let program: Awaited<ReturnType<typeof builtProgram>>;
let worker: Awaited<ReturnType<typeof builtWorker>>;
beforeAll(async () => {
  await fixture.start();
  program = await builtProgram('test/memory/moverProcess.ts');
  worker = await builtWorker();
});
afterEach(() => fixture.dispose());
afterAll(async () => {
  await fixture.stop();
  await program.dispose();
  await worker.dispose();
});

const MEMORIES = 400;
const ROUNDS = 6;

/** Runs a mover; kills it after so many milliseconds of its work, if it is not done before. */
async function mover(args: readonly string[], killAfter: number | undefined): Promise<'done' | 'killed'> {
  const child = spawn(process.execPath, [program.file, fixture.directory, wasmFile, worker.file, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  child.stdin.end();
  // Not a wait for something: the moment of the kill is what is random.
  const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter);
  const [code, signal] = (await ended) as [number | null, string | null];
  clearTimeout(timer);
  if (signal === 'SIGKILL') return 'killed';
  expect(code).toBe(0);
  return 'done';
}

describe('real processes that are killed', () => {
  it(
    'while they merge two projects and take it back lose no memory and double none',
    { timeout: 120_000 },
    async () => {
      const host = fixture.host();
      const [heron, otter] = [await projectOf(host, 'heron'), await projectOf(host, 'otter')];
      for (const area of [heron, otter]) {
        await host.use(area, (opened) =>
          opened.write((tx) => {
            for (let n = 0; n < MEMORIES; n++) {
              const content = `${area.name} ${n}`;
              const memory = {
                kind: 'observation',
                type: 'discovery',
                title: content,
                content,
                scope: 'project',
              } as const;
              insertMemory(tx, { ...memory, saved_by: 'test' }, host.timestamp());
            }
          }),
        );
      }
      const [inHeron, inOtter] = [await imagesIn(host, heron), await imagesIn(host, otter)];
      await host.close();

      const seed = Date.now();
      const random = new SeededRandom(seed);
      /** How long each takes on this machine when nobody is killed: the moment of a kill lies within. */
      const durations: number[] = [];
      const outcomes: string[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const args = round % 2 === 1 ? ['undo'] : ['merge', heron.id, otter.id];
        const started = performance.now();
        if (round < 2) {
          outcomes.push(await mover(args, undefined));
          durations.push(performance.now() - started);
        } else {
          const killAfter = (): number => random.below(durations[round % 2] ?? 0);
          // Two at once: both may die in the middle, and each finishes what the other left.
          outcomes.push(...(await Promise.all([mover(args, killAfter()), mover(args, killAfter())])));
        }
        const fresh = fixture.host();
        const [nowHeron, nowOtter] = [await imagesIn(fresh, heron), await imagesIn(fresh, otter)];
        const merged = (await (await fresh.catalog()).byName('heron'))?.id === otter.id;
        await fresh.close();
        const where = `seed ${seed}, round ${round}: ${outcomes.join()}`;
        expect([nowHeron.size, nowOtter.size], where).toEqual(
          merged ? [0, 2 * MEMORIES] : [MEMORIES, MEMORIES],
        );
        const all = new Map([...nowHeron, ...nowOtter]);
        for (const [id, image] of [...inHeron, ...inOtter]) expect(all.get(id), where).toEqual(image);
      }
    },
  );
});
