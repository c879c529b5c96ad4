import { describe, expect, it } from 'vitest';
import type { InMemoryFiles } from '../../../support/inMemoryFiles';
import { remote, resolverPlace } from '../../../support/resolverFixture';

describe('what was detected', () => {
  const place = resolverPlace();

  it('is kept until a file that it was made of changes', async () => {
    place.files.repository('/code/app', remote('app')).makeDirectory('/code/app/src');
    const projects = place.resolver(['/code/app/src']);
    const first = await projects.detect();
    expect(await projects.detect()).toBe(first);
    place.files.writeFile('/code/app/src/x.ts', '').makeDirectory('/code/app/.git/objects/ab');
    expect(await projects.detect()).toBe(first);
    projects.refresh();
    expect(await projects.detect()).not.toBe(first);
  });

  it.each<[string, (files: InMemoryFiles) => unknown, string]>([
    ['the remote', (disk) => disk.writeFile('/code/app/.git/config', remote('new')), 'new'],
    ['the file', (disk) => disk.writeFile('/code/app/.project-memory.json', '{"project":"new"}'), 'new'],
    [
      'a nearer file',
      (disk) => disk.writeFile('/code/app/src/.project-memory.json', '{"project":"new"}'),
      'new',
    ],
    ['the repository', (disk) => disk.remove('/code/app/.git'), 'src'],
    ['a nearer repository', (disk) => disk.repository('/code/app/src', remote('new')), 'new'],
  ])('is looked at again when %s changes', async (_, change, name) => {
    place.files.repository('/code/app', remote('app')).makeDirectory('/code/app/src');
    const projects = place.resolver(['/code/app/src']);
    expect(await projects.forRead({})).toMatchObject({ name: 'app' });
    change(place.files);
    expect(await projects.forRead({})).toMatchObject({ name });
  });

  it('is looked at again when a child becomes a repository, and the branch changes', async () => {
    place.files.makeDirectory('/all/a').makeDirectory('/all/b');
    const projects = place.resolver(['/all']);
    expect(await projects.forRead({})).toMatchObject({ source: 'dir_basename' });
    place.files.repository('/all/b');
    expect(await projects.forRead({})).toMatchObject({ source: 'git_child', name: 'b' });
    const two =
      '[remote "x"]\nurl = git@h.org:o/x\n[remote "y"]\nurl = git@h.org:o/y\n[branch "main"]\nremote = x\n[branch "dev"]\nremote = y\n';
    place.files.repository('/all/b', two);
    expect(await projects.forRead({})).toMatchObject({ name: 'x' });
    place.files.writeFile('/all/b/.git/HEAD', 'ref: refs/heads/dev\n');
    expect(await projects.forRead({})).toMatchObject({ name: 'y' });
  });

  it('is one look for all who ask at once', async () => {
    place.files.repository('/code/app', remote('app'));
    const projects = place.resolver(['/code/app']);
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => projects.detect()));
    for (const other of others) expect(other).toBe(first);
  });
});
