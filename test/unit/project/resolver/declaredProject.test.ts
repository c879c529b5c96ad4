import { beforeEach, describe, expect, it } from 'vitest';
import { refused, remote, resolverPlace, written } from '../../../support/resolverFixture';

describe('a file that names another’s project', () => {
  const place = resolverPlace();

  let secret: string;
  beforeEach(async () => {
    secret = await place.known('secret');
    place.files
      .repository('/evil', remote('evil'))
      .writeFile('/evil/.project-memory.json', '{"project":"secret"}');
  });

  it('neither reads nor writes it before the person agreed, named or not', async () => {
    place.person.answers(() => ({ kind: 'dismissed' }));
    place.person.answers(() => ({ kind: 'dismissed' }));
    const projects = place.resolver(['/evil']);
    for (const request of [{}, { project: 'secret' }, { paths: ['/evil/x'] }]) {
      const read = await projects.forRead(request);
      expect(read).toMatchObject({ kind: 'projects', projects: [], ambiguous: true });
      expect(JSON.stringify(read)).not.toContain('/known/');
    }
    for (const request of [{}, { project: 'secret' }]) {
      const failure = refused(await projects.forWrite(request));
      expect(failure.code).toBe('ambiguous_project');
      expect(failure.message).toContain('"secret"');
      expect(failure.details['recovery_instructions']).not.toContain('secret');
    }
    expect(await place.names()).toEqual(['secret']);
  });

  it('joins it for good once the person agreed', async () => {
    place.person.picks('secret');
    expect(written(await place.resolver(['/evil']).forWrite({})).project.id).toBe(secret);
    expect(written(await place.resolver(['/evil']).forWrite({}))).toMatchObject({
      project: { id: secret },
      source: 'config',
    });
    place.files.makeDirectory('/evil/sub');
    expect(await place.resolver(['/evil/sub']).forRead({})).toMatchObject({
      projects: [{ id: secret }],
      source: 'config',
    });
    expect(place.person.questions).toHaveLength(1);
  });

  it('stays apart for good when the person says so', async () => {
    place.person.picks('evil');
    const { project } = written(await place.resolver(['/evil']).forWrite({}));
    expect(project.name).toBe('evil');
    expect(written(await place.resolver(['/evil']).forWrite({}))).toMatchObject({
      project: { id: project.id },
      source: 'remembered_choice',
    });
    expect(await place.resolver(['/evil']).forRead({})).toMatchObject({ projects: [{ id: project.id }] });
  });

  it('in the home folder, where nothing else could be meant', async () => {
    place.files.writeFile('/home/me/.project-memory.json', '{"project":"secret"}');
    place.person.answers(() => ({ kind: 'dismissed' }));
    expect(await place.resolver(['/home/me']).forRead({})).toMatchObject({ projects: [], ambiguous: true });
    expect(refused(await place.resolver(['/home/me']).forWrite({})).code).toBe('ambiguous_project');
  });

  it('may be left for a known project by name', async () => {
    await place.known('third');
    expect(written(await place.resolver(['/evil']).forWrite({ project: 'third' })).project.name).toBe(
      'third',
    );
  });
});
