import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ResourceChanges } from '../../src/mcp/resources/resourceChanges';
import { saveObservation } from '../../src/memory/observations';
import type { MemoryHost } from '../../src/memory/memoryHost';
import type { Area } from '../../src/memory/types';
import { NodeFilePort } from '../../src/project/nodeFilePort';
import { ProjectResolver } from '../../src/project/projectResolver';
import type { Disposable } from '../../src/store/types';
import { HttpProcess, HttpSession } from '../support/httpSession';
import { HostFixture } from '../support/hostFixture';
import { temporaryFolder } from '../support/mcpServer';
import { poll } from '../support/poll';

function updates({ client }: { readonly client: Client }): string[] {
  const seen: string[] = [];
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
    seen.push(params.uri);
  });
  return seen;
}

describe('subscriptions over HTTP', () => {
  const storage = temporaryFolder('http-storage-');
  let server: HttpProcess;
  beforeAll(async () => {
    server = await HttpProcess.start({ storage, args: ['--project', 'app'] });
  });
  afterAll(() => server.stop());

  it('belong to their session, and end with it', async () => {
    const [first, second] = [await HttpSession.connect(server), await HttpSession.connect(server)];
    const save = async (topic: string, content: string): Promise<string> => {
      const answer = await second.ok('mem_save', { title: topic, content, topic_key: topic });
      return `memory://app/${(answer['observation'] as { id: string }).id}`;
    };
    const [one, two] = [await save('one', 'One.'), await save('two', 'Two.')];
    const [seenByFirst, seenBySecond] = [updates(first), updates(second)];
    await first.client.subscribeResource({ uri: one });
    for (const uri of [one, two]) await second.client.subscribeResource({ uri });
    await save('one', 'One, rewritten.');
    await save('two', 'Two, rewritten.');
    await poll('both changes', () => (seenBySecond.includes(two) ? true : undefined));
    await poll('the change of the first', () => (seenByFirst.length > 0 ? true : undefined));
    expect(seenByFirst).toEqual([one]);

    await first.close();
    await save('two', 'Two, rewritten again.');
    await poll('the next change', () =>
      seenBySecond.filter((uri) => uri === two).length > 1 ? true : undefined,
    );
    await second.close();
  });
});

describe('what is watched', () => {
  const fixture = new HostFixture();
  beforeAll(() => fixture.start());
  afterEach(() => fixture.dispose());
  afterAll(() => fixture.stop());

  /** Watches and listeners that are held of a host. */
  function heldOf(host: MemoryHost): ReadonlySet<Disposable> {
    const held = new Set<Disposable>();
    const counted = (given: Disposable): Disposable => {
      const watch = {
        dispose: () => {
          held.delete(watch);
          given.dispose();
        },
      };
      held.add(watch);
      return watch;
    };
    const [watch, listen] = [host.watch.bind(host), host.onDidChange.bind(host)];
    host.watch = (visible) => counted(watch(visible));
    host.onDidChange = (listener) => counted(listen(listener));
    return held;
  }

  it('is nothing before a subscription, after the last one, and after the end', async () => {
    const host = fixture.host();
    const created = await (await host.catalog()).create('app');
    if (created.kind === 'error') throw new Error(created.message);
    const area: Area = { kind: 'project', id: created.project.id, name: 'app' };
    const save = (content: string): Promise<string> =>
      host.use(area, (opened) =>
        opened.write((tx) => {
          const memory = {
            title: 'A',
            content,
            type: 'config',
            scope: 'project',
            topicKey: 'a',
            savedBy: 'test',
          };
          return saveObservation(tx, memory, () => false, host.timestamp(), host.now()).row.uuid;
        }),
      );
    const id = await save('One.');
    const held = heldOf(host);
    const projects = new ProjectResolver({
      files: new NodeFilePort(),
      catalog: () => host.catalog(),
      folders: () => [],
      override: () => 'app',
      home: '/',
      trusted: () => true,
      now: () => host.now(),
    });
    const told: string[] = [];
    const changes = new ResourceChanges({
      context: () => ({ host, projects, savedBy: 'test', toolSet: 'none' }),
      updated: (uri) => told.push(uri),
      listChanged: () => told.push('list'),
      log: (message) => told.push(message),
    });
    expect(held.size).toBe(0);
    const address = { kind: 'memory', place: 'app', id } as const;
    await changes.subscribe('memory://app/a', address);
    expect(held.size).toBeGreaterThan(0);
    await save('Two.');
    await poll('the change', () => (told.length > 0 ? true : undefined));
    changes.unsubscribe('memory://app/a');
    expect(held.size).toBe(0);

    await expect(changes.subscribe('memory://app/b', { ...address, id: 'unknown' })).rejects.toThrow();
    expect(held.size).toBe(0);

    await changes.listed();
    await changes.subscribe('memory://app/a', address);
    changes.close();
    expect(held.size).toBe(0);
    await save('Three.');
    await changes.subscribe('memory://app/a', address);
    expect(held.size).toBe(0);
    expect(told).toEqual(['memory://app/a']);
  });
});
