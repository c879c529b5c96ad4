import { describe, expect, it } from 'vitest';
import { detect, kinds, ORIGIN, project } from '../../../support/detect';
import { InMemoryFiles } from '../../../support/inMemoryFiles';

describe('detectProject: the override', () => {
  const files = new InMemoryFiles().repository('/code/app', ORIGIN);

  it('stands above everything and is the only locator', async () => {
    files.writeFile('/code/app/.project-memory.json', 'broken');
    const found = await project(files, '/code/app', { override: ' My--Project ' });
    expect(found).toMatchObject({ source: 'process_override', name: 'my-project', path: '/code/app' });
    expect(kinds(found)).toEqual(['name my-project']);
    files.remove('/code/app/.project-memory.json');
  });

  it('is none when blank, and a failure when it is no name', async () => {
    expect(await project(files, '/code/app', { override: '  ' })).toMatchObject({ source: 'git_remote' });
    expect(await detect(files, '/code/app', { override: '/etc' })).toMatchObject({
      kind: 'failed',
      path: '/code/app',
    });
  });

  it('counts for nothing in an untrusted workspace, as nothing there does', async () => {
    expect(await detect(files, '/code/app', { override: 'x', trusted: false })).toMatchObject({
      kind: 'none',
    });
    const untouched = new InMemoryFiles().repository('/code/app', ORIGIN);
    await detect(untouched, '/code/app', { trusted: false });
    expect(untouched.asked).toEqual([]);
  });
});
