import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { userArea, type MemoryHost } from '../../src/memory/memoryHost';
import { insertMemory } from '../../src/memory/memoryRow';
import type { Area } from '../../src/memory/types';
import { HostFixture } from '../support/hostFixture';

const fixture = new HostFixture();
beforeAll(() => fixture.start());
afterEach(() => fixture.dispose());
afterAll(() => fixture.stop());

async function project(host: MemoryHost, name: string): Promise<Area & { readonly kind: 'project' }> {
  const made = await (await host.catalog()).create(name);
  if (made.kind === 'error') throw new Error(made.message);
  return { kind: 'project', id: made.project.id, name };
}

/** @returns the ids. */
function save(host: MemoryHost, area: Area, ...titles: readonly string[]): Promise<string[]> {
  return host.use(area, (opened) =>
    opened.write((tx) =>
      titles.map(
        (title) =>
          insertMemory(
            tx,
            { kind: 'observation', title, content: 'About the river.', scope: 'project', saved_by: 'test' },
            host.timestamp(),
          ).uuid,
      ),
    ),
  );
}

describe('what is known of other projects without opening them', () => {
  it('is counted by the words of their titles, in another process and with their databases gone', async () => {
    const writer = fixture.host();
    const [here, otters, herons] = [
      await project(writer, 'here'),
      await project(writer, 'otters'),
      await project(writer, 'herons'),
    ];
    await save(writer, here, 'otters of this project');
    await save(writer, otters, 'How otters swim', 'The otter sleeps', 'Nothing else');
    await save(writer, herons, 'A heron watches an otter');
    await save(writer, userArea, 'An otter of the user');
    await writer.close();
    const folder = join(fixture.directory, 'projects');
    await rename(join(folder, otters.id), join(fixture.directory, 'taken-away'));

    const reader = fixture.host();
    await reader.catalog();
    const except = new Set([here.id]);
    expect(await reader.elsewhere('otter swimming', except)).toEqual({ memories: 3, projects: 2, others: 2 });
    expect(await reader.elsewhere('the herons?', except)).toEqual({ memories: 1, projects: 1, others: 2 });
    expect(await reader.elsewhere('river', except)).toEqual({ memories: 4, projects: 2, others: 2 });
    expect(await reader.elsewhere('badger', except)).toEqual({ memories: 0, projects: 0, others: 2 });
    expect((await readdir(folder)).sort()).toEqual([here.id, herons.id].sort());
    await rename(join(fixture.directory, 'taken-away'), join(folder, otters.id));
  });

  it('follows what is saved, renamed and forgotten', async () => {
    const host = fixture.host();
    const other = await project(host, 'other');
    const [first] = await save(host, other, 'otter one', 'otter two');
    const about = async (query: string) => (await host.elsewhere(query, new Set())).memories;
    expect(await about('otter')).toBe(2);
    await host.forget(other, [first ?? ''], 'test');
    expect(await about('otter')).toBe(1);
    await save(host, other, 'badger');
    expect([await about('otter'), await about('badger')]).toEqual([1, 1]);
  });

  it('is made up for when the process that saved was killed before', async () => {
    const killed = fixture.host();
    const other = await project(killed, 'other');
    await save(killed, other, 'otter one');
    expect((await killed.elsewhere('otter', new Set())).memories).toBe(1);
    await save(killed, other, 'otter two');

    const next = fixture.host();
    await next.catalog();
    expect((await next.elsewhere('otter', new Set())).memories).toBe(1);
    await next.list(other, { offset: 0, limit: 1 });
    expect((await next.elsewhere('otter', new Set())).memories).toBe(2);
  });

  it('stays small, and keeps the newest', async () => {
    const host = fixture.host();
    const other = await project(host, 'other');
    const letter = (n: number) => String.fromCharCode(97 + (n % 26));
    const word = (n: number) => `x${letter(n)}${letter(n / 26)}${letter(n / 676)}`;
    const titles = Array.from({ length: 900 }, (_, n) => [0, 1, 2, 3].map((k) => word(4 * n + k)).join(' '));
    for (const title of titles) await save(host, other, title);
    const about = async (query: string) => (await host.elsewhere(query, new Set())).memories;
    expect(await about(titles.at(-1) ?? '')).toBeGreaterThan(0);
    expect(await about(titles[0] ?? '')).toBe(0);
  });
});
