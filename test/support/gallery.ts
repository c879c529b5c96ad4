import {
  chmodSync,
  cpSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { git, repository, worktree } from './gitRepository';

/** One place that a person may open, made when its turn comes: later ones move and change earlier ones. */
export interface GalleryPlace {
  readonly name: string;
  /** Answers what is opened, below the root of the gallery. */
  readonly make: () => string;
  /** Set in the environment while this place is looked at. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Looked at by somebody with no more rights than the files give. */
  readonly bound?: true;
  /** A few that stand for the whole. */
  readonly core?: true;
}

const SERVER = 'https://git.example.org/';

/** Repositories of every kind, made by git itself below `root`. */
export function galleryOf(root: string): readonly GalleryPlace[] {
  const at = (...parts: string[]): string => path.join(root, ...parts);

  /** A bare repository with one commit, where the server of the gallery has it. */
  const serve = (name: string): void => {
    if (!realpathExists(at('seed', name))) repository(at('seed', name));
    git(root, 'clone', '--quiet', '--bare', at('seed', name), at('srv', `${name}.git`));
  };
  /** A real clone by this URL: git itself is told where the server lies. */
  const clone = (url: string, folder: string, ...options: string[]): string => {
    const rewrites = [
      SERVER,
      'ssh://git@git.example.org:22/',
      'git@git.example.org:',
      'https://me:secret@git.example.org/',
    ];
    const config = rewrites.flatMap((prefix) => ['-c', `url.file://${at('srv')}/.insteadOf=${prefix}`]);
    git(root, ...config, 'clone', '--quiet', ...options, url, at(folder));
    return folder;
  };

  return [
    {
      name: 'clone over https',
      core: true,
      make: () => {
        serve('octo/shop');
        return clone(`${SERVER}octo/shop.git`, 'https');
      },
    },
    { name: 'clone over ssh', core: true, make: () => clone('git@git.example.org:octo/shop.git', 'ssh') },
    {
      name: 'shallow clone, ssh with port',
      make: () => clone('ssh://git@git.example.org:22/octo/shop', 'shallow', '--depth=1'),
    },
    {
      name: 'user and password in the remote',
      make: () => clone('https://me:secret@git.example.org/octo/shop.git', 'credentials'),
    },
    {
      name: 'worktree',
      core: true,
      make: () => below(root, worktree(at('https'), at('trees', 'fix'), 'fix')),
    },
    {
      name: 'sub-folder of a monorepo',
      core: true,
      make: () => {
        mkdirSync(at('https', 'packages', 'web'), { recursive: true });
        return 'https/packages/web';
      },
    },
    {
      name: 'symlink to a sub-folder',
      make: () => {
        symlinkSync(at('https', 'packages'), at('link'));
        return 'link/web';
      },
    },
    {
      name: 'the same in capitals',
      // Another folder, where case counts; the same, where it does not.
      make: () => 'HTTPS/PACKAGES/WEB',
    },
    {
      name: 'moved and renamed',
      make: () => {
        mkdirSync(at('elsewhere'));
        renameSync(at('ssh'), at('elsewhere', 'renamed'));
        return 'elsewhere/renamed';
      },
    },
    {
      name: 're-cloned',
      make: () => {
        rmSync(at('shallow'), { recursive: true });
        return clone('git@git.example.org:octo/shop.git', 'shallow');
      },
    },
    {
      name: 'remote renamed',
      make: () => {
        git(at('credentials'), 'remote', 'rename', 'origin', 'mine');
        return 'credentials';
      },
    },
    {
      name: 'remote changed',
      make: () => {
        git(at('https'), 'remote', 'set-url', 'origin', `${SERVER}octo/store.git`);
        return 'https';
      },
    },
    {
      name: 'clone by the changed remote',
      make: () => {
        serve('octo/store');
        return clone('git@git.example.org:octo/store.git', 'store');
      },
    },
    {
      name: 'worktree, since deleted',
      make: () => {
        rmSync(at('trees', 'fix'), { recursive: true });
        return 'trees/fix';
      },
    },
    { name: 'its main repository', make: () => 'https' },
    {
      name: 'GIT_DIR set to another',
      environment: { GIT_DIR: at('store', '.git') },
      make: () => {
        repository(at('here'));
        return 'here';
      },
    },
    {
      name: 'fork with upstream',
      core: true,
      make: () => {
        serve('me/shop');
        clone(`${SERVER}me/shop.git`, 'fork');
        git(at('fork'), 'remote', 'add', 'upstream', `${SERVER}octo/shop.git`);
        return 'fork';
      },
    },
    {
      name: 'two remotes, a branch upstream',
      make: () => {
        serve('octo/pair');
        clone(`${SERVER}octo/pair.git`, 'pair', '--origin=one');
        git(at('pair'), 'remote', 'add', 'two', `${SERVER}octo/other.git`);
        return 'pair';
      },
    },
    { name: 'no remote', core: true, make: () => below(root, repository(at('tools'))) },
    {
      name: 'worktree of it',
      core: true,
      make: () => below(root, worktree(at('tools'), at('trees', 'tools'), 'fix')),
    },
    {
      name: 'no remote, worktree deleted',
      make: () => {
        rmSync(at('trees', 'tools'), { recursive: true });
        return 'tools';
      },
    },
    {
      name: 'no remote, one added',
      make: () => {
        git(at('tools'), 'remote', 'add', 'origin', 'https://example.com/octo/gadgets');
        return 'tools';
      },
    },
    {
      name: 'that one moved',
      make: () => {
        renameSync(at('tools'), at('elsewhere', 'gadgets'));
        return 'elsewhere/gadgets';
      },
    },
    { name: 'no remote, moved: before', make: () => below(root, repository(at('notes'))) },
    {
      name: 'no remote, moved: after',
      make: () => {
        renameSync(at('notes'), at('elsewhere', 'notes'));
        return 'elsewhere/notes';
      },
    },
    { name: 'in a folder', make: () => below(root, repository(at('taken'), `${SERVER}octo/former`)) },
    {
      name: 'another repository in it',
      make: () => {
        rmSync(at('taken'), { recursive: true });
        return below(root, repository(at('taken'), `${SERVER}octo/latter`));
      },
    },
    {
      name: 'submodule',
      core: true,
      make: () => {
        serve('octo/library');
        repository(at('outer'), 'git@example.com:octo/outer.git');
        git(
          at('outer'),
          '-c',
          'protocol.file.allow=always',
          'submodule',
          '--quiet',
          'add',
          at('srv/octo/library.git'),
          'lib',
        );
        return 'outer/lib';
      },
    },
    { name: 'the repository around it', make: () => 'outer' },
    { name: 'nested repository', make: () => below(root, repository(at('outer', 'nested'))) },
    {
      name: 'worktree of a hidden bare one',
      make: () => {
        git(root, 'clone', '--quiet', '--bare', at('seed/octo/shop'), at('bare', '.bare'));
        git(at('bare', '.bare'), 'remote', 'remove', 'origin');
        return below(root, worktree(at('bare', '.bare'), at('bare', 'main'), 'tree-one'));
      },
    },
    {
      name: 'another worktree of it',
      make: () => below(root, worktree(at('bare', '.bare'), at('bare', 'fix'), 'tree-two')),
    },
    {
      name: 'bare repository',
      make: () => {
        git(root, 'init', '--quiet', '--bare', at('served.git'));
        return 'served.git';
      },
    },
    { name: 'x/app', core: true, make: () => below(root, repository(at('x', 'app'))) },
    { name: 'y/app', core: true, make: () => below(root, repository(at('y', 'app'))) },
    {
      name: '56 children, 27 repositories',
      core: true,
      make: () => {
        const first = repository(at('many', 'repo-10'));
        for (let n = 11; n < 66; n++) {
          if (n < 37) cpSync(first, at('many', `repo-${n}`), { recursive: true });
          else mkdirSync(at('many', `plain-${n}`));
        }
        return 'many';
      },
    },
    {
      name: 'one child repository',
      core: true,
      make: () => {
        repository(at('one', 'only'));
        mkdirSync(at('one', 'docs'));
        return 'one';
      },
    },
    { name: 'that child', make: () => 'one/only' },
    {
      name: 'no commits yet',
      make: () => {
        git(root, 'init', '--quiet', at('empty'));
        return 'empty';
      },
    },
    {
      name: 'broken .git file',
      make: () => {
        mkdirSync(at('https', 'broken'));
        writeFileSync(at('https', 'broken', '.git'), 'gitdir nowhere\n');
        return 'https/broken';
      },
    },
    {
      name: '.git without permission',
      bound: true,
      make: () => {
        chmodSync(root, 0o755);
        repository(at('https', 'locked'));
        chmodSync(at('https', 'locked', '.git'), 0o000);
        return 'https/locked';
      },
    },
    {
      name: 'declared in a sub-folder',
      core: true,
      make: () => {
        writeFileSync(at('.project-memory.json'), '{"project": "from above"}');
        mkdirSync(at('mono', 'packages', 'api', 'src'), { recursive: true });
        repository(at('mono'), `${SERVER}octo/mono.git`);
        writeFileSync(at('mono', 'packages', 'api', '.project-memory.json'), '{"project": "Mono  API"}');
        return 'mono/packages/api/src';
      },
    },
    { name: 'beside it, declared above git', core: true, make: () => 'mono/packages' },
    {
      name: 'declared, broken',
      core: true,
      make: () => {
        mkdirSync(at('faulty'));
        writeFileSync(at('faulty', '.project-memory.json'), '{"project": " "}');
        return 'faulty';
      },
    },
    {
      name: 'names another’s project',
      core: true,
      make: () => {
        repository(at('stranger'), 'https://example.com/evil/stranger.git');
        writeFileSync(at('stranger', '.project-memory.json'), '{"project": "library"}');
        return 'stranger';
      },
    },
    {
      name: 'plain folder',
      core: true,
      make: () => {
        mkdirSync(at('Plain  Notes'));
        return 'Plain  Notes';
      },
    },
    {
      name: 'home folder',
      core: true,
      make: () => {
        mkdirSync(at('home'));
        return 'home';
      },
    },
  ];
}

function realpathExists(file: string): boolean {
  try {
    return realpathSync(file) !== '';
  } catch {
    return false;
  }
}

function below(root: string, folder: string): string {
  return path.relative(root, folder);
}
