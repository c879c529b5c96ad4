import { describe, expect, it } from 'vitest';
import type { MemoryHost } from '../../src/memory/memoryHost';
import type { Area } from '../../src/memory/types';
import { imagesIn, observe, promptsIn, twoProjects, type MemoryImage } from '../support/movedStorage';
import { SeededRandom } from '../support/seededRandom';
import { SimulatedDisk } from '../support/simulatedDisk';
import { RandomSchedule } from '../support/simulatedSchedule';
import { diskWith, filesOf, simulatedHost, type SimulatedFiles } from '../support/simulatedStorage';

type ProjectArea = Area & { readonly kind: 'project' };

/** Two projects before anything was moved. */
interface Beginning {
  readonly files: SimulatedFiles;
  readonly heron: ProjectArea;
  readonly otter: ProjectArea;
  readonly memories: ReadonlyMap<string, MemoryImage>;
  readonly ofHeron: readonly string[];
  readonly prompts: ReadonlyMap<string, string>;
}

let beginning: Promise<Beginning> | undefined;

function begin(): Promise<Beginning> {
  return (beginning ??= makeBeginning());
}

async function makeBeginning(): Promise<Beginning> {
  const disk = new SimulatedDisk();
  const host = simulatedHost(disk.start('first'));
  const { heron, otter } = await twoProjects(host);
  const [inHeron, inOtter] = [await imagesIn(host, heron), await imagesIn(host, otter)];
  const prompts = new Map([...(await promptsIn(host, heron)), ...(await promptsIn(host, otter))]);
  await host.close();
  return {
    files: filesOf(disk, ['catalog', `projects/${heron.id}`, `projects/${otter.id}`]),
    heron,
    otter,
    memories: new Map([...inHeron, ...inOtter]),
    ofHeron: [...inHeron.keys()],
    prompts,
  };
}

type Script = (host: MemoryHost, beginning: Beginning) => Promise<unknown>;

const merge: Script = async (host, { heron, otter }) =>
  (await host.projectChanges()).merge([heron], otter, 'person');

const moveTwo: Script = async (host, { heron, otter, ofHeron }) =>
  (await host.projectChanges()).move(ofHeron.slice(0, 2), heron, otter, 'person');

const undo: Script = async (host) => {
  const changes = await host.projectChanges();
  const last = await changes.latest();
  if (last !== undefined) await changes.undo(last);
};

/** Each prompt is as it was, where the memories are that answer it; those that none answers in one place alone. */
async function expectPrompts(host: MemoryHost, { heron, otter, prompts }: Beginning, where: string) {
  const found = [];
  for (const area of [heron, otter]) {
    const here = await promptsIn(host, area);
    for (const [id, image] of here) expect(image, where).toBe(prompts.get(id));
    const memories = await imagesIn(host, area);
    const answered = new Set([...memories.values()].flatMap(({ row }) => row.prompt_id ?? []));
    for (const id of answered) expect(here.has(id), `${where}: ${prompts.get(id) ?? id}`).toBe(true);
    found.push(...[...here.keys()].map((id) => ({ id, answered: answered.has(id) })));
  }
  const ids = found.map(({ id }) => id);
  expect(new Set(ids), where).toEqual(new Set(prompts.keys()));
  for (const { id, answered } of found)
    if (!answered)
      expect(
        ids.filter((other) => other === id),
        where,
      ).toHaveLength(1);
}

/** Every memory is in one database, once, and as it was. Answers the ids in heron's and whether heron is left. */
async function expectWhole(
  disk: SimulatedDisk,
  beginning: Beginning,
  where: string,
  first: 'heron' | 'otter',
  added: readonly string[] = [],
) {
  const { heron, otter, memories } = beginning;
  const host = simulatedHost(disk.start('survivor'));
  // Whichever database is opened first, the move is finished with it.
  await imagesIn(host, beginning[first]);
  const [inOtter, inHeron] = [await imagesIn(host, otter), await imagesIn(host, heron)];
  expect(
    [...inOtter.keys()].filter((id) => inHeron.has(id)),
    where,
  ).toEqual([]);
  const found = new Map([...inOtter, ...inHeron]);
  expect(found.size, where).toBe(memories.size + added.length);
  for (const id of added) expect(inHeron.has(id), where).toBe(true);
  for (const [id, image] of memories) expect(found.get(id), `${where}, ${id}`).toEqual(image);
  await expectPrompts(host, beginning, where);
  const named = await (await host.catalog()).byName('heron');
  const answer = { inHeron: [...inHeron.keys()], merged: named?.id === otter.id };
  await host.close();
  const late = simulatedHost(disk.start('late'));
  await observe(late, heron, 'Written late');
  expect((await imagesIn(late, answer.merged ? otter : heron)).size, where).toBe(
    (answer.merged ? inOtter : inHeron).size + 1,
  );
  await late.close();
  return answer;
}

/** Kills the process that runs the script at each of its operations in turn. Answers how many there were. */
async function everyKill(
  files: SimulatedFiles,
  script: Script,
  expectAfter: (answer: Awaited<ReturnType<typeof expectWhole>>, ended: boolean, where: string) => void,
): Promise<number> {
  const beginning = await begin();
  for (let k = 1; ; k++) {
    const disk = diskWith(files, new SeededRandom(k));
    const process = disk.start('victim');
    process.killedAt = k;
    const host = simulatedHost(process);
    const ended = await script(host, beginning).then(
      () => true,
      (error: unknown) => {
        if (process.alive) throw error;
        return false;
      },
    );
    process.kill();
    await host.close();
    expectAfter(
      await expectWhole(disk, beginning, `killed at ${k}`, k % 2 === 0 ? 'heron' : 'otter'),
      ended,
      `killed at ${k}`,
    );
    if (ended) return k - 1;
  }
}

/** What the disk holds after a script. */
async function after(script: Script): Promise<SimulatedFiles> {
  const beginning = await begin();
  const disk = diskWith(beginning.files);
  const host = simulatedHost(disk.start('first'));
  await script(host, beginning);
  await host.close();
  return filesOf(disk, [...beginning.files.keys()]);
}

describe('a process killed at any operation', () => {
  it('of a merge leaves two projects or one, and every memory once', { timeout: 120_000 }, async () => {
    const { files, ofHeron } = await begin();
    const kills = await everyKill(files, merge, ({ inHeron, merged }, ended, where) => {
      expect(inHeron, where).toEqual(merged ? [] : ofHeron);
      if (ended) expect(merged).toBe(true);
    });
    expect(kills).toBeGreaterThan(30);
  });

  it('of a move leaves the memories where they were or takes all of them', { timeout: 120_000 }, async () => {
    const { files, ofHeron } = await begin();
    await everyKill(files, moveTwo, ({ inHeron }, ended, where) => {
      expect([ofHeron.length, ofHeron.length - 2], where).toContain(inHeron.length);
      if (ended) expect(inHeron).toEqual(ofHeron.slice(2));
    });
  });

  it('of the undo of a merge leaves one project or two', { timeout: 120_000 }, async () => {
    const { ofHeron } = await begin();
    await everyKill(await after(merge), undo, ({ inHeron, merged }, ended, where) => {
      expect([...inHeron].sort(), where).toEqual(merged ? [] : [...ofHeron].sort());
      if (ended) expect(merged).toBe(false);
    });
  });
});

/** Texts of the memories of both databases, replaced ones too. */
async function textsIn(host: MemoryHost, { heron, otter }: Beginning): Promise<readonly string[]> {
  const images = [...(await imagesIn(host, heron)).values(), ...(await imagesIn(host, otter)).values()];
  return images.flatMap(({ row, history }) => [row.content ?? '', ...history]);
}

describe('the prompts that memories answer', () => {
  /** The prompts of both, by their texts. */
  const textsOf = async (host: MemoryHost, { heron, otter }: Beginning): Promise<readonly string[][]> =>
    Promise.all(
      [heron, otter].map(async (area) =>
        [...(await promptsIn(host, area)).values()].map((image) => (JSON.parse(image) as string[])[1] ?? ''),
      ),
    );
  const before = [
    ['Where does it live?', 'What does it eat?', 'Is it there, in heron?'],
    ['Is it there, in otter?'],
  ];

  it('go along, stay with what still answers them, and come back', async () => {
    const beginning = await begin();
    const host = simulatedHost(diskWith(beginning.files).start('host'));
    expect(await textsOf(host, beginning)).toEqual(before);
    await moveTwo(host, beginning);
    expect(await textsOf(host, beginning)).toEqual([
      ['Where does it live?', 'Is it there, in heron?'],
      ['Where does it live?', 'What does it eat?', 'Is it there, in otter?'],
    ]);
    await undo(host, beginning);
    expect(await textsOf(host, beginning)).toEqual(before);
    await host.close();
  });

  it('all go with a merge, also those that none answers, and come back', async () => {
    const beginning = await begin();
    const host = simulatedHost(diskWith(beginning.files).start('host'));
    expect(await merge(host, beginning)).toMatchObject({ kind: 'merged', prompts: 3 });
    expect(await textsOf(host, beginning)).toEqual([[], [...(before[0] ?? []), ...(before[1] ?? [])]]);
    await undo(host, beginning);
    expect(await textsOf(host, beginning)).toEqual(before);
    await host.close();
  });
});

describe('while others write', () => {
  it.each(Array.from({ length: 12 }, (_, seed) => seed + 1))(
    'two processes finish a merge that a third left, and nothing is lost (seed %i)',
    { timeout: 60_000 },
    async (seed) => {
      const beginning = await begin();
      const { files, heron, otter, memories } = beginning;
      const random = new SeededRandom(seed);
      const disk = diskWith(files, random, new RandomSchedule(random, 0.7));
      const victim = disk.start('victim');
      const doomed = simulatedHost(victim);
      await doomed.catalog();
      victim.killedAt = victim.operations + 12 + random.below(60);
      await merge(doomed, beginning).catch(() => undefined);
      victim.kill();
      const [one, two, writer] = ['one', 'two', 'writer'].map((name) => simulatedHost(disk.start(name)));
      if (one === undefined || two === undefined || writer === undefined) throw new Error('no hosts');
      await Promise.all([
        imagesIn(one, otter),
        imagesIn(two, heron),
        ...[1, 2, 3].map((n) => observe(writer, heron, `Note ${n}`)),
        observe(one, otter, 'Note 4'),
      ]);
      const fresh = simulatedHost(disk.start('fresh'));
      const [inOtter, inHeron] = [await imagesIn(fresh, otter), await imagesIn(fresh, heron)];
      const merged = (await (await fresh.catalog()).byName('heron'))?.id === otter.id;
      expect(merged ? inHeron.size : 0).toBe(0);
      expect(inOtter.size + inHeron.size).toBe(memories.size + 4);
      for (const [id, image] of memories) expect(inOtter.get(id) ?? inHeron.get(id), id).toEqual(image);
      await expectPrompts(fresh, beginning, `seed ${seed}`);
      await Promise.all([doomed, one, two, writer, fresh].map((host) => host.close()));
    },
  );

  it.each(Array.from({ length: 12 }, (_, seed) => seed + 1))(
    'every version of a memory that is rewritten in the source while it leaves is kept (seed %i)',
    { timeout: 60_000 },
    async (seed) => {
      const beginning = await begin();
      const { files, heron, memories } = beginning;
      const random = new SeededRandom(seed);
      const disk = diskWith(files, random, new RandomSchedule(random, 0.6));
      const [mover, writer] = [simulatedHost(disk.start('mover')), simulatedHost(disk.start('writer'))];
      const written: string[] = [];
      const rewrite = async (): Promise<void> => {
        for (let n = 1; n <= 5; n++) {
          const content = `By the river ${n}.`;
          await observe(writer, heron, 'Where it lives', { topicKey: 'home', content });
          written.push(content);
        }
      };
      await Promise.all([moveTwo(mover, beginning), rewrite()]);
      const fresh = simulatedHost(disk.start('fresh'));
      const texts = await textsIn(fresh, beginning);
      for (const text of [...written, 'By the lake: heron.', 'By the sea: heron.'])
        expect(texts).toContain(text);
      const inHeron = await imagesIn(fresh, heron);
      for (const id of memories.keys()) {
        const there = await fresh.find(id, [beginning.otter]);
        expect(inHeron.has(id) !== (there !== undefined), id).toBe(true);
      }
      await Promise.all([mover, writer, fresh].map((host) => host.close()));
    },
  );
});

describe('a process that is suspended in the middle of a merge', () => {
  const places = (['stat', 'open', 'datasync'] as const).flatMap((operation) =>
    ['catalog', 'heron', 'otter'].flatMap((folder) =>
      [0, 1, 2].map((times) => ({ operation, folder, times })),
    ),
  );

  it.each(places)(
    'at $operation in $folder ($times) changes nothing when it wakes after others finished and undid it',
    async ({ operation, folder, times }) => {
      const beginning = await begin();
      const disk = diskWith(beginning.files);
      const sleeper = disk.start('sleeper');
      const sleeping = simulatedHost(sleeper);
      await imagesIn(sleeping, beginning.heron);
      await imagesIn(sleeping, beginning.otter);
      const path = new RegExp(folder === 'catalog' ? 'catalog' : beginning[folder as 'heron' | 'otter'].id);
      // The last of the holds is where it sleeps; it is let go at once from those before.
      for (let n = 0; n < times; n++) sleeper.hold(operation, path, 'after').release();
      const hold = sleeper.hold(operation, path, 'after');
      const merging = merge(sleeping, beginning);
      await Promise.race([hold.reached, merging]);
      const other = simulatedHost(disk.start('other'));
      await imagesIn(other, beginning.otter);
      const catalog = await other.catalog();
      const begun = (await catalog.byName('heron'))?.id === beginning.otter.id;
      if (begun) await undo(other, beginning);
      const added = begun ? [(await observe(other, beginning.heron, 'New in heron')).uuid] : [];
      await other.close();
      hold.release();
      await merging;
      await sleeping.close();
      const { merged } = await expectWhole(disk, beginning, 'awake', 'otter', added);
      expect(merged).toBe(!begun);
    },
  );
});
