import { realpathSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NodeFilePort } from '../../src/project/nodeFilePort';
import { ProjectResolver } from '../../src/project/projectResolver';
import { galleryOf } from '../support/gallery';
import { HostFixture } from '../support/hostFixture';
import { ServerSession, temporaryFolder } from '../support/mcpServer';

const TIMEOUT = 180_000;

interface Seen {
  readonly name: string;
  readonly folder: string;
  /** What a window says of the folder. */
  readonly window: Readonly<Record<string, unknown>>;
}

/** Where a server is told its folder: it must say what a window says of it. */
describe('the same folder through every door', () => {
  const fixture = new HostFixture();
  const root = realpathSync(temporaryFolder('doors-'));
  const home = path.join(root, 'home');
  const env = { HOME: home, USERPROFILE: home };
  const places: Seen[] = [];

  beforeAll(async () => {
    await fixture.start();
    const host = fixture.host();
    for (const { name, make } of galleryOf(root).filter(({ core }) => core === true)) {
      const folder = path.join(root, make());
      const projects = new ProjectResolver({
        files: new NodeFilePort(),
        catalog: () => host.catalog(),
        folders: () => [folder],
        home,
        trusted: () => true,
        now: () => new Date(),
      });
      // What is written to gets its name for good.
      await projects.forWrite({});
      const { project, source, path: found, candidates } = await projects.current({ openCatalog: true });
      const names = candidates.map((candidate) => candidate.name);
      places.push({ name, folder, window: { project, source, path: found, names } });
    }
  }, TIMEOUT);

  afterAll(async () => {
    await fixture.dispose();
    await fixture.stop();
  });

  async function said(session: ServerSession): Promise<Readonly<Record<string, unknown>>> {
    const answer = await session.ok('mem_current_project', {});
    const names = (answer['project_candidates'] as { name: string }[]).map(({ name }) => name);
    return {
      project: answer['project'],
      source: answer['project_source'],
      path: answer['project_path'],
      names,
    };
  }

  it(
    'the roots of the client, which change in the middle of the session',
    async () => {
      const session = await ServerSession.start({ storage: fixture.directory, roots: [], env });
      for (const { name, folder, window } of places) {
        await session.changeRoots([folder]);
        expect([name, await said(session)]).toEqual([name, window]);
      }
      await session.close();
    },
    TIMEOUT,
  );

  it.each<[string, (folder: string) => { readonly args?: readonly string[]; readonly cwd?: string }]>([
    ['--workspace', (folder) => ({ args: ['--workspace', folder] })],
    ['the working directory', (cwd) => ({ cwd })],
  ])(
    '%s',
    async (_name, door) => {
      for (const { name, folder, window } of places) {
        const session = await ServerSession.start({ storage: fixture.directory, env, ...door(folder) });
        expect([name, await said(session)]).toEqual([name, window]);
        await session.close();
      }
    },
    TIMEOUT,
  );
});
