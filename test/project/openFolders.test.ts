import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MemoryHost } from '../../src/memory/memoryHost';
import { NodeFilePort } from '../../src/project/nodeFilePort';
import { ProjectResolver } from '../../src/project/projectResolver';
import type { AskProject, ProjectFolder } from '../../src/project/types';
import { repository, worktree } from '../support/gitRepository';
import { HostFixture } from '../support/hostFixture';
import { temporaryFolder } from '../support/mcpServer';
import { written } from '../support/resolverFixture';

const fixture = new HostFixture();
beforeAll(() => fixture.start());
afterEach(() => fixture.dispose());
afterAll(() => fixture.stop());

let host: MemoryHost;
let code: string;
let app: string;
beforeEach(() => {
  host = fixture.host();
  code = realpathSync(temporaryFolder('open-folders-'));
  app = repository(path.join(code, 'app'), 'https://example.org/octo/app');
  mkdirSync(path.join(app, 'web/src'), { recursive: true });
});

function resolver(
  folders: readonly string[],
  { trusted = true, ask }: { readonly trusted?: boolean; readonly ask?: AskProject } = {},
): ProjectResolver {
  return new ProjectResolver({
    files: new NodeFilePort(),
    catalog: () => host.catalog(),
    folders: () => folders,
    home: '/home/nobody',
    trusted: () => trusted,
    now: () => new Date(),
    ...(ask === undefined ? {} : { ask }),
  });
}

/** Makes the project of a folder known. Its id. */
async function known(folder: string): Promise<string> {
  return written(await resolver([folder]).forWrite({})).project.id;
}

const open = (id: string, ...folders: readonly string[]): Promise<readonly ProjectFolder[]> =>
  resolver(folders)
    .openFolders()
    .then((found) => found.get(id) ?? []);

const whole = (folder: string): ProjectFolder => ({ base: folder, within: folder });

describe('where the files of a project lie', () => {
  it('the root of its repository, and a folder of it that is open', async () => {
    const id = await known(app);
    expect(await open(id, app)).toEqual([whole(app)]);
    const web = path.join(app, 'web');
    expect(await open(id, web)).toEqual([whole(app), { base: web, within: app }]);
  });

  it('the clone or the worktree that is open', async () => {
    const id = await known(app);
    const clone = repository(path.join(code, 'clone'), 'https://example.org/octo/app');
    const beside = worktree(app, path.join(code, 'beside'), 'beside');
    expect(await open(id, clone)).toEqual([whole(clone)]);
    expect(await open(id, beside)).toEqual([whole(beside)]);
  });

  it('each of the worktrees and clones that are open side by side', async () => {
    const id = await known(app);
    const clone = repository(path.join(code, 'clone'), 'https://example.org/octo/app');
    const beside = worktree(app, path.join(code, 'beside'), 'beside');
    expect(await open(id, beside, app, clone)).toEqual([whole(beside), whole(app), whole(clone)]);
  });

  it('each project of a window in its own folder', async () => {
    const other = repository(path.join(code, 'other'));
    const [id, otherId] = [await known(app), await known(other)];
    expect(await open(id, app, other)).toEqual([whole(app)]);
    expect(await open(otherId, app, other)).toEqual([whole(other)]);
    expect(await open(id, other)).toEqual([]);
  });

  it('the part that was split off alone, seen from the root as its memories see it', async () => {
    const id = await known(app);
    const web = path.join(app, 'web');
    const detection = await resolver([web]).detect();
    if (detection.kind !== 'project') throw new Error(detection.kind);
    const folder = { path: web, below: 'web', detected: detection.project };
    const split = await (await host.projectChanges()).split(folder, { id, name: 'app' }, 'web', 'person');
    if (split.kind !== 'split') throw new Error(split.kind);
    expect(await open(split.project.id, web)).toEqual([
      { base: app, within: web },
      { base: web, within: web },
    ]);
    expect(await open(id, web)).toEqual([]);
    expect(await open(id, app)).toEqual([whole(app)]);
  });

  it('the open folder, for the project that the person chose in place of the one that was found', async () => {
    const chosen = await known(repository(path.join(code, 'chosen')));
    const record = await (await host.catalog()).byId(chosen);
    if (record === undefined) throw new Error('the project is not known');
    await resolver([app]).choose({ kind: 'known', project: record });
    expect(await open(chosen, app)).toEqual([whole(app)]);
  });

  it('nowhere, while a file claims to be of the project and the person has not agreed', async () => {
    const id = await known(app);
    const stranger = repository(path.join(code, 'stranger'));
    writeFileSync(path.join(stranger, '.project-memory.json'), '{"project": "app"}');
    expect(await open(id, stranger)).toEqual([]);
  });

  it('not where only the name is the same, beside a folder whose project has it by agreement', async () => {
    const names = '{"project": "shared"}';
    const [agreed, stranger] = ['agreed', 'stranger'].map((name) => path.join(code, name)) as [
      string,
      string,
    ];
    for (const folder of [agreed, stranger])
      writeFileSync(path.join(repository(folder), '.project-memory.json'), names);
    const id = await known(agreed);
    expect(await open(id, agreed)).toEqual([whole(agreed)]);
    expect(await open(id, agreed, stranger)).toEqual([whole(agreed)]);
  });

  it('nowhere in a workspace that is not trusted, on no disk of this machine, or switched off', async () => {
    await known(app);
    expect([...(await resolver([app], { trusted: false }).openFolders())]).toEqual([]);
    const address = 'vscode-vfs://github/octo/app';
    const virtual = await known(address);
    expect(await open(virtual, address)).toEqual([]);
    await resolver([app]).choose({ kind: 'disabled' });
    expect([...(await resolver([app]).openFolders())]).toEqual([]);
  });
});
