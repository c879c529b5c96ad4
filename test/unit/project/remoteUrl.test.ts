import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseRemote } from '../../../src/project/remoteUrl';

/** Each line: the value, and spellings that must lead to it. */
const SPELLINGS: readonly (readonly [value: string, ...spellings: string[]])[] = [
  [
    'https://github.com/octo/app',
    'https://github.com/octo/app',
    'https://github.com/octo/app/',
    'https://github.com/octo/app.git',
    'https://github.com/octo/app.git/',
    'https://github.com:443/octo/app',
    'http://github.com/octo/app',
    'http://github.com:80/octo/app.git',
    'https://GitHub.com/octo/app',
    'https://github.com/Octo/App.git',
    'https://github.com//octo//app',
    'https://github.com./octo/app',
    'https://user@github.com/octo/app.git',
    'https://user:secret@github.com/octo/app.git',
    'https://x-access-token:ghp_0123@github.com/octo/app',
    'https://user:p%40ss@github.com/octo/app',
    'https://github.com/octo/app?tab=readme',
    'https://github.com/octo/app.git#main',
    'ssh://git@github.com/octo/app.git',
    'ssh://git@github.com:22/octo/app',
    'ssh://github.com/octo/app.git',
    'ssh://git@ssh.github.com:443/octo/app.git',
    'git+ssh://git@github.com/octo/app.git',
    'ssh+git://git@github.com/octo/app.git',
    'git+https://github.com/octo/app.git',
    'git://github.com/octo/app.git',
    'git://github.com:9418/octo/app.git',
    'git@github.com:octo/app.git',
    'git@github.com:octo/app',
    'git@github.com:/octo/app.git',
    'git@github.com:Octo/app.git/',
    'github.com:octo/app.git',
    'org-123@github.com:octo/app.git',
    '[git@github.com:22]:octo/app.git',
    'git@[github.com:22]:octo/app.git',
    'SSH://git@github.com/octo/app.git',
    '  git@github.com:octo/app.git\n',
  ],
  [
    'https://gitlab.com/group/sub/app',
    'https://gitlab.com/Group/Sub/App.git',
    'git@gitlab.com:group/sub/app.git',
    'ssh://git@altssh.gitlab.com:443/group/sub/app.git',
  ],
  [
    'https://bitbucket.org/team/app',
    'git@bitbucket.org:team/app.git',
    'https://me@bitbucket.org/team/app.git',
  ],
  ['https://acme.ghe.com/octo/app', 'git@acme.ghe.com:Octo/App.git'],
  [
    'https://git.example.org/Team/App',
    'git@git.example.org:Team/App.git',
    'https://GIT.example.org/Team/App',
    'ssh://git@git.example.org/Team/App',
  ],
  [
    'https://git.example.org:2222/team/app',
    'ssh://git@git.example.org:2222/team/app.git',
    '[git.example.org:2222]:team/app',
  ],
  ['https://localhost:3000/me/app', 'http://localhost:3000/me/app.git', 'http://localhost:03000/me/app'],
  ['https://git.example.org/a/b', 'https://git.example.org:0443/a/b', 'ssh://git.example.org:022/a/b'],
  // A name from the person's ssh configuration is a host like any other: what it stands for is not looked up.
  ['https://work-github/octo/app', 'work-github:octo/app.git', 'git@work-github:octo/app'],
  ['https://xn--e1afmkfd.example/a/b', 'https://пример.example/a/b', 'git@ПРИМЕР.example:a/b.git'],
  [
    'https://git.example.org/gitlab/team/app',
    'https://git.example.org/gitlab/team/app.git',
    'ssh://git@git.example.org/gitlab/team/app.git',
    'git@git.example.org:gitlab/team/app',
  ],
  ['https://bitbucket.example/scm/proj/app', 'https://me@bitbucket.example/scm/proj/app.git'],
  ['https://gerrit.example:29418/plugins/app', 'ssh://me@gerrit.example:29418/plugins/app'],
  [
    'https://git-codecommit.us-east-1.amazonaws.com/v1/repos/app',
    'ssh://git-codecommit.us-east-1.amazonaws.com/v1/repos/app',
  ],
  [
    'https://gist.github.com/0123abc',
    'git@gist.github.com:0123abc.git',
    'https://gist.github.com/0123abc.git',
  ],
  ['https://gitea/me/app', 'git@gitea:me/app.git'],
  ['https://git.sr.ht/~me/app', 'git@git.sr.ht:~me/app', 'https://git.sr.ht/~me/app'],
  ['https://[::1]/srv/app', 'ssh://git@[::1]/srv/app.git', 'git@[::1]:srv/app.git', 'ssh://[::1]:22/srv/app'],
  [
    'https://[2001:db8::5]:8022/app',
    'ssh://git@[2001:DB8::5]:8022/app.git',
    'ssh://git@[2001:db8:0:0:0:0:0:5]:8022/app',
  ],
  ['https://10.0.0.7/app', 'git@10.0.0.7:app.git', 'http://10.0.0.7/app'],
  ['https://git.example.org/a%20b/c', 'https://git.example.org/a%20b/c.git', 'git@git.example.org:a b/c.git'],
  [
    'https://dev.azure.com/org/my%20project/_git/repo',
    'https://dev.azure.com/org/My%20Project/_git/repo',
    'https://org@dev.azure.com/org/My%20Project/_git/Repo',
    'git@ssh.dev.azure.com:v3/org/My%20Project/repo',
    'ssh://git@ssh.dev.azure.com:22/v3/org/My%20Project/repo',
    'https://org.visualstudio.com/My%20Project/_git/repo',
    'https://org.visualstudio.com/DefaultCollection/My%20Project/_git/repo',
    'org@vs-ssh.visualstudio.com:v3/org/My%20Project/repo',
    'https://dev.azure.com/org/My%20Project/_git/_full/repo',
  ],
  [
    'https://dev.azure.com/org/app/_git/app',
    'https://dev.azure.com/org/_git/app',
    'https://org.visualstudio.com/_git/app',
  ],
  [
    'file:///srv/git/App',
    '/srv/git/App',
    '/srv/git/App.git',
    '/srv/git/App/.git',
    '/srv/git/App/',
    '/srv//git/x/../App',
    'file:///srv/git/App.git',
    'file://localhost/srv/git/App.git',
  ],
  ['file:///srv/a%20b', '/srv/a b', 'file:///srv/a%20b.git'],
  [
    'file:///c:/repos/app',
    'C:\\Repos\\App',
    'c:/repos/app.git',
    'file:///C:/Repos/App',
    '/C:/repos/app',
    '\\\\?\\C:\\repos\\app',
  ],
  [
    'file://server/share/app',
    '\\\\server\\share\\app.git',
    '\\\\SERVER\\Share\\App',
    'file://server/share/app.git',
    'file://me:secret@server/share/app',
    '\\\\?\\UNC\\server\\share\\app',
  ],
  [
    'file://wsl.localhost/ubuntu/srv/App',
    '\\\\wsl$\\Ubuntu\\srv\\App.git',
    '\\\\wsl.localhost\\Ubuntu\\srv\\App',
  ],
];

const NO_REMOTE = [
  '',
  '   ',
  'app',
  '../app.git',
  './app',
  'a/b/c',
  'https://',
  'https://github.com',
  'https://github.com/',
  'https://:443/octo/app',
  'https://h:port/octo/app',
  'https://user:pa/ss@host/o/r',
  'ext::sh -c whoami',
  'codecommit::eu-west-1://app',
  'javascript://alert/1',
  'user:secret@github.com/octo/app',
  'git@github.com:oc\u0000to/app',
  'https://github.com/octo/a%0Ab',
  'C:\\',
  '/',
  '.git',
];

describe('normaliseRemote', () => {
  for (const [value, ...spellings] of SPELLINGS) {
    it.each(spellings)(`reads %s as ${value}`, (spelling) => {
      expect(normaliseRemote(spelling)?.value).toBe(value);
    });
  }

  it.each(NO_REMOTE)('finds no remote in "%s"', (text) => {
    expect(normaliseRemote(text)).toBeUndefined();
  });

  it('keeps apart what may be two repositories', () => {
    const values = [
      'https://git.example.org/team/app',
      'https://git.example.org/team/App',
      'https://git.example.org:8443/team/app',
      'https://git.example.com/team/app',
      'https://git.example.org/other/app',
      'https://git.example.org/team/app2',
      'https://git.example.org/team/sub/app',
      '/srv/team/app',
      '/srv/team/App',
      'https://dev.azure.com/org/one/_git/app',
      'https://dev.azure.com/org/two/_git/app',
    ].map((url) => normaliseRemote(url)?.value);
    expect(new Set(values).size).toBe(values.length);
  });

  it('says owner, repository and a readable form', () => {
    expect(normaliseRemote('https://me:pw@GitHub.com/Octo/App.git')).toEqual({
      value: 'https://github.com/octo/app',
      display: 'github.com/Octo/App',
      owner: 'Octo',
      repo: 'App',
    });
    expect(normaliseRemote('git@gitlab.com:group/sub/app.git')).toMatchObject({ owner: 'sub', repo: 'app' });
    expect(normaliseRemote('https://dev.azure.com/org/Web/_git/app')).toMatchObject({
      owner: 'Web',
      repo: 'app',
    });
    expect(normaliseRemote('git@host:app.git')).toEqual({
      value: 'https://host/app',
      display: 'host/app',
      repo: 'app',
    });
    expect(normaliseRemote('/srv/git/app.git')).toMatchObject({ display: '/srv/git/app.git', repo: 'app' });
  });

  const name = fc.stringMatching(/^[A-Za-z0-9_.-]{1,12}$/).filter((text) => !/^\.+$|\.git$/i.test(text));
  const host = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}\.(?:org|com|dev)$/);

  it('gives every spelling of a hosted repository one value', () => {
    fc.assert(
      fc.property(host, name, name, (server, owner, repo) => {
        const values = [
          `https://${server}/${owner}/${repo}`,
          `https://u:p@${server.toUpperCase()}:443/${owner}/${repo}.git/`,
          `ssh://git@${server}:22/${owner}/${repo}.git`,
          `git@${server}:${owner}/${repo}.git`,
          `git@${server}:/${owner}/${repo}`,
        ].map((url) => normaliseRemote(url)?.value);
        expect(new Set(values).size).toBe(1);
        expect(values[0]).toBeDefined();
      }),
    );
  });

  it('never lets different hosts, ports or repositories meet', () => {
    const forms: readonly ((at: string, port: number, owner: string, repo: string) => string)[] = [
      (at, port, owner, repo) => `https://${at}:${port}/${owner}/${repo}.git`,
      (at, port, owner, repo) => `ssh://git@${at.toUpperCase()}:${port}/${owner}/${repo}`,
      (at, port, owner, repo) => `git@[${at}:${port}]:${owner}/${repo}.git`,
      (at, port, owner, repo) => `http://me:secret@${at}.:${port}/${owner}/${repo}/`,
    ];
    const place = fc.record({
      host,
      port: fc.integer({ min: 1, max: 65_535 }).filter((port) => ![22, 80, 443, 9418].includes(port)),
      owner: name.map((text) => text.toLowerCase()),
      repo: name.map((text) => text.toLowerCase()),
    });
    // Two places that differ in one thing, or in all.
    const pair = fc.tuple(place, place, fc.constantFrom('host', 'port', 'owner', 'repo', 'all'));
    const form = fc.constantFrom(...forms);
    fc.assert(
      fc.property(pair, form, form, ([one, other, part], first, second) => {
        const two = part === 'all' ? other : { ...one, [part]: other[part] };
        const [a, b] = [
          normaliseRemote(first(one.host, one.port, one.owner, one.repo))?.value,
          normaliseRemote(second(two.host, two.port, two.owner, two.repo))?.value,
        ];
        expect(a).toBeDefined();
        expect(a === b).toBe(JSON.stringify(one) === JSON.stringify(two));
      }),
      { numRuns: 2000 },
    );
  });

  it('leaves its own values as they are, whatever it was given', () => {
    const text = fc.string({ unit: 'binary', maxLength: 24 });
    const url = fc.oneof(
      text,
      fc
        .tuple(
          fc.constantFrom('https://', 'ssh://', 'file://', 'file:///', 'git@h:', '/', 'C:\\', '\\\\'),
          text,
        )
        .map(([head, tail]) => head + tail),
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
    );
    fc.assert(
      fc.property(url, (given) => {
        const value = normaliseRemote(given)?.value;
        if (value !== undefined) expect(normaliseRemote(value)?.value).toBe(value);
      }),
      { numRuns: 3000 },
    );
  });

  it('never keeps a password', () => {
    const secret = fc.stringMatching(/^[A-Za-z0-9_]{12,20}$/);
    fc.assert(
      fc.property(
        secret,
        fc.constantFrom('https', 'ssh', 'http', 'git', 'file', 'ftp'),
        (password, scheme) => {
          for (const url of [
            `${scheme}://user:${password}@host.org/owner/repo.git`,
            `${scheme}://${password}@host.org/owner/repo.git`,
            `user:${password}@host.org/owner/repo`,
            `${password}@host.org:owner/repo`,
            `https://host.org/owner/repo?token=${password}`,
          ]) {
            expect(JSON.stringify(normaliseRemote(url) ?? {})).not.toContain(password);
          }
        },
      ),
    );
  });
});
