import { describe, expect, it } from 'vitest';
import { detect, ORIGIN, project } from '../../../support/detect';
import { InMemoryFiles } from '../../../support/inMemoryFiles';

describe('detectProject: a folder of repositories', () => {
  it('exactly one: that one, with a warning', async () => {
    const files = new InMemoryFiles().repository('/code/all/app', ORIGIN).makeDirectory('/code/all/docs');
    const found = await project(files, '/code/all');
    expect(found).toMatchObject({ source: 'git_child', name: 'app', path: '/code/all/app' });
    expect(found.warning).toEqual({
      kind: 'onlyRepository',
      folder: '/code/all',
      repository: '/code/all/app',
    });
  });

  it('several: every one of them, 27 of 56 too', async () => {
    const files = new InMemoryFiles();
    for (let n = 10; n < 66; n++) {
      if (n < 37) files.repository(`/code/all/repo-${n}`);
      else files.makeDirectory(`/code/all/plain-${n}`);
    }
    const detection = await detect(files, '/code/all');
    expect(detection).toMatchObject({ kind: 'ambiguous', path: '/code/all', unseen: 0 });
    if (detection.kind !== 'ambiguous') return;
    expect(detection.candidates.map(({ name }) => name)).toEqual(
      Array.from({ length: 27 }, (_, index) => `repo-${index + 10}`),
    );
    expect(new Set(detection.candidates.map(({ source }) => source))).toEqual(new Set(['git_root']));
  });

  it('passes over hidden, dependency, build and linked folders, and looks one level deep', async () => {
    const files = new InMemoryFiles().repository('/elsewhere/x').link('/code/all/linked', '/elsewhere/x');
    for (const name of [
      '.hidden',
      'node_modules',
      'vendor',
      '.venv',
      '__pycache__',
      'target',
      'dist',
      'build',
      'deep/er',
    ]) {
      files.repository(`/code/all/${name}`);
    }
    expect(await project(files, '/code/all')).toMatchObject({ source: 'dir_basename', name: 'all' });
  });

  it('several checkouts of one project are that one', async () => {
    const files = new InMemoryFiles().repository('/code/all/a', ORIGIN).repository('/code/all/b', ORIGIN);
    expect(await project(files, '/code/all')).toMatchObject({ source: 'git_child', name: 'app' });
  });

  it('is left when the time is over, and says that the list may be short', async () => {
    const files = new InMemoryFiles();
    for (let n = 10; n < 60; n++) files.repository(`/code/all/repo-${n}`);
    let now = 0;
    const detection = await detect(files, '/code/all', { now: () => (now += 80) });
    expect(detection).toMatchObject({ kind: 'ambiguous', unseen: 2 });
    if (detection.kind === 'ambiguous') expect(detection.candidates).toHaveLength(48);
  });

  it('of 2,000 children keeps the time, and says how many it left out', async () => {
    const files = new InMemoryFiles();
    for (let n = 1000; n < 3000; n++) {
      if (n % 20 === 0) files.repository(`/code/all/child-${n}`);
      else files.makeDirectory(`/code/all/child-${n}`);
    }
    // Each look at the disk takes a millisecond, of the 200 that there are.
    const detection = await detect(files, '/code/all', { now: () => files.asked.length });
    expect(files.asked.length).toBeLessThan(300);
    if (detection.kind !== 'ambiguous') throw new Error(detection.kind);
    const looked = new Set(files.asked.filter((path) => /^\/code\/all\/child-\d+\/\.git$/.test(path))).size;
    expect(detection.unseen).toBe(2000 - looked);
    expect(detection.candidates).toHaveLength(Math.ceil(looked / 20));
  });

  it('does not call one repository the only one when the time was over', async () => {
    const files = new InMemoryFiles().repository('/code/all/a');
    for (let n = 10; n < 60; n++) files.makeDirectory(`/code/all/plain-${n}`);
    let now = 0;
    const deps = { deadlineMs: 1, now: () => now++ };
    expect(await detect(files, '/code/all', deps)).toMatchObject({ kind: 'ambiguous', unseen: 35 });
    now = 0;
    for (let n = 10; n < 60; n++) files.makeDirectory(`/code/plain/plain-${n}`);
    expect((await project(files, '/code/plain', deps)).warning).toEqual({ kind: 'unseenFolders', count: 34 });
  });

  it('looks at a few children however late it is', async () => {
    const files = new InMemoryFiles();
    for (const name of ['a', 'b', 'c']) files.repository(`/code/all/${name}`);
    let now = 0;
    const detection = await detect(files, '/code/all', { now: () => (now += 1000) });
    expect(detection).toMatchObject({ kind: 'ambiguous', unseen: 0 });
  });

  it('heeds the file in the only one', async () => {
    const files = new InMemoryFiles()
      .repository('/code/all/a', ORIGIN)
      .writeFile('/code/all/a/.project-memory.json', '{"project":"named"}');
    expect(await project(files, '/code/all')).toMatchObject({ source: 'config', name: 'named' });
    files.writeFile('/code/all/a/.project-memory.json', '{');
    expect(await detect(files, '/code/all')).toMatchObject({
      kind: 'failed',
      path: '/code/all/a/.project-memory.json',
    });
  });
});
