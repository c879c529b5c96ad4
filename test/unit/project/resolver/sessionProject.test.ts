import { describe, expect, it } from 'vitest';
import type { ProjectRecord } from '../../../../src/project/catalog';
import { refused, remote, resolverPlace, written } from '../../../support/resolverFixture';

describe('a write of a session', () => {
  const place = resolverPlace();

  async function sessionOf(name: string): Promise<ProjectRecord> {
    const project = await place.catalog.byId(await place.known(name));
    if (project === undefined) throw new Error(`${name} is not known`);
    return project;
  }

  it('goes to the project of the session, whatever is open, and asks nobody', async () => {
    const session = await sessionOf('z');
    place.files.repository('/all/a', remote('a')).repository('/all/b', remote('b'));
    place.files.writeFile('/broken/.project-memory.json', '{');
    for (const folders of [['/all/a'], ['/all/a', '/all/b'], ['/all'], ['/home/me'], ['/broken'], []]) {
      expect(written(await place.resolver(folders).forWrite({ session })), folders.join()).toEqual({
        kind: 'project',
        project: expect.objectContaining({ id: session.id }) as ProjectRecord,
        source: 'session_project',
        path: '/known/z',
      });
    }
    expect(place.person.questions).toEqual([]);
    // What is open here was not begun by it.
    expect(await place.names()).toEqual(['z']);
  });

  it('may name that project, under any name that leads there, and no other', async () => {
    const session = await sessionOf('z');
    await place.known('a');
    const resolver = place.resolver(['/known/a']);
    for (const project of ['z', ' Z '])
      expect(written(await resolver.forWrite({ session, project })).project.id).toBe(session.id);
    for (const project of ['a', 'nobody'])
      expect(refused(await resolver.forWrite({ session, project, create: true }))).toMatchObject({
        code: 'session_project_mismatch',
        details: { session_project: 'z' },
      });
    for (const project of [' ', '../z'])
      expect(refused(await resolver.forWrite({ session, project })).code).toBe('invalid_project');
    expect(await place.names()).toEqual(['a', 'z']);
  });

  it('is refused where the person wants no project memory, and in a workspace that is not trusted', async () => {
    const session = await sessionOf('z');
    place.files.repository('/all/a', remote('a'));
    const untrusted = place.resolver(['/all/a'], { trusted: () => false });
    expect(refused(await untrusted.forWrite({ session })).code).toBe('project_disabled');
    const resolver = place.resolver(['/all/a']);
    await resolver.choose({ kind: 'disabled' });
    expect(refused(await resolver.forWrite({ session })).code).toBe('project_disabled');
  });
});

describe('a write that may create a project by name', () => {
  const place = resolverPlace();
  const create = true;

  it.each([[['/all/a']], [['/all/a', '/all/b']], [['/home/me']], [[]]])(
    'does so in %j, once',
    async (folders) => {
      place.files.repository('/all/a', remote('a')).repository('/all/b', remote('b'));
      const resolver = place.resolver(folders);
      const first = written(await resolver.forWrite({ project: ' New  One ', create }));
      expect(first).toMatchObject({
        project: { name: 'new one' },
        source: 'known_project',
        warning: 'A project "new one" was created.',
      });
      const again = written(await resolver.forWrite({ project: 'new one', create }));
      expect(again.project.id).toBe(first.project.id);
      expect(again.warning ?? '').not.toContain('created');
      expect(await place.names()).toEqual(['new one']);
      expect(place.person.questions).toEqual([]);
    },
  );

  it('creates none that could be meant here: the person is asked, or it is the one that is open', async () => {
    place.files.repository('/all/a', remote('a')).repository('/all/b', remote('b'));
    const open = written(await place.resolver(['/all/a']).forWrite({ project: 'a', create }));
    expect(open).toMatchObject({ project: { name: 'a' }, source: 'git_remote' });
    place.person.picks('b');
    const picked = written(await place.resolver(['/all/a', '/all/b']).forWrite({ project: 'b', create }));
    expect(picked).toMatchObject({ project: { name: 'b', path: '/all/b' } });
    expect(place.person.questions).toHaveLength(1);
  });

  it('creates none where the place is broken, switched off or not trusted, nor of an impossible name', async () => {
    place.files.writeFile('/broken/.project-memory.json', '{').repository('/all/a', remote('a'));
    const request = { project: 'new', create };
    expect(refused(await place.resolver(['/broken']).forWrite(request)).code).toBe(
      'project_detection_failed',
    );
    const untrusted = place.resolver(['/all/a'], { trusted: () => false });
    expect(refused(await untrusted.forWrite(request)).code).toBe('project_disabled');
    const resolver = place.resolver(['/all/a']);
    expect(refused(await resolver.forWrite({ project: '../a', create })).code).toBe('invalid_project');
    await resolver.choose({ kind: 'disabled' });
    expect(refused(await resolver.forWrite(request)).code).toBe('project_disabled');
    expect(await place.names()).toEqual([]);
  });
});
