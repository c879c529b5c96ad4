import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MemoryHost } from '../../src/memory/memoryHost';
import { insertMemory } from '../../src/memory/memoryRow';
import type { Area } from '../../src/memory/types';
import { NodeFilePort } from '../../src/project/nodeFilePort';
import { ProjectResolver } from '../../src/project/projectResolver';
import type { CompactionJob, CompactionResult } from '../../src/store/compaction';
import { WorkerCompaction, type CompactionRunner } from '../../src/store/workerCompaction';
import { memSearch } from '../../src/tools/memSearch';
import { runTool } from '../../src/tools/runTool';
import { builtWorker, wasmFile } from '../support/builtWorker';
import { poll } from '../support/poll';

let worker: Awaited<ReturnType<typeof builtWorker>>;
beforeAll(async () => {
  worker = await builtWorker();
});
afterAll(() => worker.dispose());

let storage: string;
beforeEach(async () => {
  storage = await mkdtemp(join(tmpdir(), 'index-rebuild-'));
});
afterEach(() => rm(storage, { recursive: true, force: true }));

/** The worker, which begins when it is let. */
class HeldCompaction implements CompactionRunner {
  letGo: () => void = () => undefined;
  readonly #held = new Promise<void>((resolve) => {
    this.letGo = resolve;
  });
  readonly #worker = new WorkerCompaction(worker.file, wasmFile);

  async run(job: CompactionJob): Promise<CompactionResult> {
    await this.#held;
    return this.#worker.run(job);
  }

  stop(): Promise<void> {
    this.letGo();
    return this.#worker.stop();
  }
}

class FailingCompaction implements CompactionRunner {
  run(): Promise<CompactionResult> {
    return Promise.reject(new Error('there is no worker here'));
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }
}

function open(compaction?: CompactionRunner): MemoryHost {
  const runtime = { wasmFile, workerFile: worker.file, ...(compaction && { compaction }) };
  return new MemoryHost({ storageDirectory: storage, runtime });
}

function save(host: MemoryHost, area: Area, ...contents: readonly string[]): Promise<string[]> {
  return host.use(area, (opened) =>
    opened.write((tx) =>
      contents.map((content) => {
        const memory = {
          kind: 'observation',
          title: 'Note',
          content,
          scope: 'project',
          saved_by: 'test',
        } as const;
        return insertMemory(tx, memory, host.timestamp()).uuid;
      }),
    ),
  );
}

interface Answer {
  readonly hits: readonly { readonly preview: string }[];
  readonly hint?: string;
}

async function search(host: MemoryHost, query: string): Promise<Answer> {
  const projects = new ProjectResolver({
    files: new NodeFilePort(),
    catalog: () => host.catalog(),
    folders: () => [],
    home: storage,
    trusted: () => true,
    now: () => new Date(),
  });
  const context = { host, projects, savedBy: 'test', toolSet: 'core' } as const;
  const reply = await runTool(memSearch, { query, project: 'app' }, context);
  return JSON.parse(reply.texts[0] ?? '') as Answer;
}

const previews = ({ hits }: Answer) => hits.map(({ preview }) => preview);

/** A project of 600 memories in its base without an index, and one in its log. */
async function projectWithoutIndex(): Promise<Area> {
  const host = open();
  const made = await (await host.catalog()).create('app');
  if (made.kind === 'error') throw new Error(made.message);
  const area: Area = { kind: 'project', id: made.project.id, name: 'app' };
  await save(host, area, ...Array.from({ length: 600 }, (_, n) => `otter ${n}`));
  await host.use(area, ({ store }) => store.compact());
  await save(host, area, 'heron');
  await host.close();
  const directory = join(storage, 'projects', area.id);
  for (const name of await readdir(directory)) {
    if (name.startsWith('index-')) await rm(join(directory, name));
  }
  return area;
}

describe('while the index of a large base is made anew', () => {
  it('search answers from the newest changes and says so, then from everything', async () => {
    const area = await projectWithoutIndex();
    const compaction = new HeldCompaction();
    const host = open(compaction);
    const early = await search(host, 'otter');
    expect([previews(early), early.hint]).toEqual([[], expect.stringContaining('is being rebuilt')]);
    expect(previews(await search(host, 'heron'))).toEqual(['heron']);
    const [crane] = await save(host, area, 'crane and heron', 'otter in the water');
    expect(previews(await search(host, 'otter'))).toEqual(['otter in the water']);
    await host.forget(area, [crane ?? ''], 'test');
    expect(previews(await search(host, 'heron crane'))).toEqual(['heron']);

    compaction.letGo();
    await poll('the whole index', async () =>
      (await search(host, 'otter')).hint?.includes('rebuilt') ? undefined : true,
    );
    expect(previews(await search(host, 'otter 599'))[0]).toBe('otter 599');
    expect(previews(await search(host, 'heron crane'))).toEqual(['heron']);
    expect(previews(await search(host, 'water'))).toEqual(['otter in the water']);
    await host.close();
  });

  it('and there is no worker, it is made here', async () => {
    const area = await projectWithoutIndex();
    const host = open(new FailingCompaction());
    await poll('the whole index', async () =>
      host.use(area, async (opened) => ((await opened.index()).complete ? true : undefined)),
    );
    expect(previews(await search(host, 'otter 599'))[0]).toBe('otter 599');
    expect(previews(await search(host, 'heron'))).toEqual(['heron']);
    await host.close();
  });
});
