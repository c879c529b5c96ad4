import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NodeFilePort } from '../../src/project/nodeFilePort';
import { ProjectResolver } from '../../src/project/projectResolver';
import { catalogFixture } from '../support/catalogFixture';
import { FilesOfAnotherUser } from '../support/filesOfAnotherUser';
import { galleryOf, type GalleryPlace } from '../support/gallery';

/**
 * What each place of the gallery is, opened and written to in this order: its project, why, where, and the
 * place that first wrote to the same memory.
 */
const EXPECTED = `
place                             project       source        path                         shares the memory of
clone over https                  shop          git_remote    https
clone over ssh                    shop          git_remote    ssh                          clone over https
shallow clone, ssh with port      shop          git_remote    shallow                      clone over https
user and password in the remote   shop          git_remote    credentials                  clone over https
worktree                          shop          git_remote    trees/fix                    clone over https
sub-folder of a monorepo          shop          git_remote    https                        clone over https
symlink to a sub-folder           shop          git_remote    https                        clone over https
the same in capitals              -             none          HTTPS/PACKAGES/WEB
moved and renamed                 shop          git_remote    elsewhere/renamed            clone over https
re-cloned                         shop          git_remote    shallow                      clone over https
remote renamed                    shop          git_remote    credentials                  clone over https
remote changed                    shop          git_remote    https                        clone over https
clone by the changed remote       shop          git_remote    store                        clone over https
worktree, since deleted           -             none          trees/fix
its main repository               shop          git_remote    https                        clone over https
GIT_DIR set to another            here          git_root      here
fork with upstream                me/shop       git_remote    fork
two remotes, a branch upstream    pair          git_remote    pair
no remote                         tools         git_root      tools
worktree of it                    tools         git_root      trees/tools                  no remote
no remote, worktree deleted       tools         git_root      tools                        no remote
no remote, one added              tools         git_remote    tools                        no remote
that one moved                    tools         git_remote    elsewhere/gadgets            no remote
no remote, moved: before          notes         git_root      notes
no remote, moved: after           notes         git_root      elsewhere/notes              no remote, moved: before
in a folder                       former        git_remote    taken
another repository in it          2 offered     ambiguous     taken
submodule                         library       git_remote    outer/lib
the repository around it          outer         git_remote    outer
nested repository                 nested        git_root      outer/nested
worktree of a hidden bare one     bare          git_root      bare/main
another worktree of it            bare          git_root      bare/fix                     worktree of a hidden bare one
bare repository                   served        git_root      served.git
x/app                             app           git_root      x/app
y/app                             app (y)       git_root      y/app
56 children, 27 repositories      27 offered    ambiguous     many
one child repository              only          git_child     one/only
that child                        only          git_root      one/only                     one child repository
no commits yet                    empty         git_root      empty
broken .git file                  broken        dir_basename  https/broken
.git without permission           locked        dir_basename  https/locked
declared in a sub-folder          mono api      config        mono/packages/api
beside it, declared above git     mono          git_remote    mono
declared, broken                  -             none          faulty/.project-memory.json
names another’s project           2 offered     ambiguous     stranger
plain folder                      plain notes   dir_basename  Plain  Notes
home folder                       -             none          home
`.trim();

describe('a gallery of places', () => {
  const fixture = catalogFixture();
  let root: string;
  beforeAll(() => {
    root = realpathSync(mkdtempSync(path.join(tmpdir(), 'gallery-')));
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  function resolver(
    folder: string,
    { bound }: GalleryPlace,
    catalog: Awaited<ReturnType<typeof fixture.open>>,
  ) {
    const files = new NodeFilePort();
    return new ProjectResolver({
      files: bound === true ? new FilesOfAnotherUser(files) : files,
      catalog: () => Promise.resolve(catalog),
      folders: () => [folder],
      home: path.join(root, 'home'),
      trusted: () => true,
      now: () => new Date(),
    });
  }

  it('are the projects that they should be, for the reasons that they should be', async () => {
    const catalog = await fixture.open(await fixture.directory());
    /** Id of a project -> the place that first wrote to it. */
    const first = new Map<string, string>();
    const rows: string[][] = [];
    for (const place of galleryOf(root)) {
      const folder = path.join(root, place.make());
      const { environment = {} } = place;
      Object.assign(process.env, environment);
      const projects = resolver(folder, place, catalog);
      const { project, candidates, source, path: found = '' } = await projects.current({ openCatalog: true });
      const resolution = await projects.forWrite({});
      for (const name of Object.keys(environment)) delete process.env[name];
      const offered = candidates.length > 0 ? `${candidates.length} offered` : '-';
      let shared = '';
      if (resolution.kind === 'project') {
        const { id, name } = resolution.project;
        expect([place.name, name, resolution.source]).toEqual([place.name, project, source]);
        shared = first.get(id) ?? '';
        if (shared === '') first.set(id, place.name);
      }
      rows.push([place.name, project ?? offered, source, path.relative(root, found), shared]);
    }
    const table = tableOf([['place', 'project', 'source', 'path', 'shares the memory of'], ...rows]);
    const capitals = /^(the same in capitals) .*$/m;
    // Where the disk knows no case, that is the same place.
    const expected = existsSync(path.join(root, 'HTTPS'))
      ? EXPECTED.replace(capitals, tableOf([['$1', 'shop', 'git_remote', 'https', 'clone over https']]))
      : EXPECTED;
    console.log(table);
    expect(table).toBe(expected);
    expect(JSON.stringify(await catalog.list())).not.toContain('secret');
  });
});

function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = [32, 12, 12, 27];
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
