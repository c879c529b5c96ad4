import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { listResources } from '../../src/mcp/resources/resourceList';
import { insertMemory } from '../../src/memory/memoryRow';
import { userArea, type MemoryHost } from '../../src/memory/memoryHost';
import type { Area } from '../../src/memory/types';
import { NodeFilePort } from '../../src/project/nodeFilePort';
import { ProjectResolver } from '../../src/project/projectResolver';
import type { ToolContext } from '../../src/tools/tool';
import { HostFixture } from '../support/hostFixture';

const fixture = new HostFixture();
beforeAll(() => fixture.start());
afterEach(() => fixture.dispose());
afterAll(() => fixture.stop());

/** As a server that was started for the project `app`. */
function contextOf(host: MemoryHost): ToolContext {
  const projects = new ProjectResolver({
    files: new NodeFilePort(),
    catalog: () => host.catalog(),
    folders: () => [],
    override: () => 'app',
    home: '/',
    trusted: () => true,
    now: () => host.now(),
  });
  return { host, projects, savedBy: 'test', toolSet: 'none' };
}

function fill(host: MemoryHost, area: Area, kind: 'observation' | 'fact', count: number): Promise<void> {
  return host.use(area, (opened) =>
    opened.write((tx) => {
      for (let at = 0; at < count; at++) {
        const name = `memory-${at}`;
        const labelled = kind === 'fact' ? { key: name, type: 'other' } : { title: name, type: 'config' };
        const memory = { kind, ...labelled, content: `Text ${at}.`, scope: 'project', saved_by: 'test' };
        insertMemory(tx, memory, host.timestamp());
      }
    }),
  );
}

it('lists the newest of thousands, and ends', async () => {
  const host = fixture.host();
  const created = await (await host.catalog()).create('app');
  if (created.kind === 'error') throw new Error(created.message);
  const area: Area = { kind: 'project', id: created.project.id, name: 'app' };
  await fill(host, area, 'observation', 2_000);
  await fill(host, userArea, 'fact', 300);
  const context = contextOf(host);
  const listed: string[] = [];
  const pages: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await listResources(cursor, context);
    pages.push(page.resources.length);
    listed.push(...page.resources.map(({ uri, name }) => `${uri.split('/')[2]} ${name}`));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(pages).toEqual([100, 100, 100, 100, 100, 2]);
  expect(listed.slice(0, 2)).toEqual(['app Memory of app', 'user Memory of you']);
  const newest = (place: string, all: number, count: number): string[] =>
    Array.from({ length: count }, (_, at) => `${place} memory-${all - 1 - at}`);
  expect(listed.slice(2, 402)).toEqual(newest('app', 2_000, 400));
  expect(listed.slice(402)).toEqual(newest('user', 300, 100));

  // What somebody made of a cursor leads no further than the list does.
  const forged = Buffer.from(JSON.stringify({ area: 0, listed: 5_000 })).toString('base64url');
  const page = await listResources(forged, context);
  expect(page.resources.every(({ uri }) => uri.startsWith('memory://user/'))).toBe(true);
});
