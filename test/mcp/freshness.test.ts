import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { git, repository, worktree } from '../support/gitRepository';
import { ServerSession, temporaryFolder, type Answer } from '../support/mcpServer';

const sha256 = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

let storage: string;
let root: string;
let session: ServerSession;
beforeEach(async () => {
  storage = temporaryFolder('mcp-storage-');
  root = repository(path.join(temporaryFolder('mcp-folder-'), 'app'));
  session = await ServerSession.start({ storage, cwd: root });
});
afterEach(() => session.close());

function write(name: string, content: string): void {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  writeFileSync(path.join(root, name), content);
}

async function remember(input: Record<string, unknown>): Promise<string> {
  return (await session.ok('remember', input))['id'] as string;
}

interface Memory {
  readonly status: string;
  readonly freshness?: { readonly status: string; readonly reason?: string };
  readonly source_hash?: string;
  readonly source_hash_taken?: string;
  readonly confidence?: number;
  readonly missing_sources?: readonly string[];
}

async function memory(id: string, by = session): Promise<Memory> {
  return (await by.ok('mem_get_observation', { id }))['memory'] as Memory;
}

/** `unverified fresh`, `stale source_changed` and the like. */
async function standing(id: string, by = session): Promise<string> {
  const { status, freshness } = await memory(id, by);
  return `${status} ${freshness?.reason ?? freshness?.status ?? '-'}`;
}

async function hits(input: Record<string, unknown>): Promise<readonly Answer[]> {
  return (await session.ok('mem_search', input))['hits'] as readonly Answer[];
}

describe('a memory that cites a file', () => {
  it('without a hash: it is taken at the save, shown by mem_get_observation alone, and noticed when it differs', async () => {
    write('docs/deploy.md', 'staging runs as app-staging\n');
    const answer = await session.ok('remember', { content: 'unit app-staging', source_id: 'docs/deploy.md' });
    expect(answer).toMatchObject({ source_hash: null, status: 'unverified' });
    const id = answer['id'] as string;
    expect(await memory(id)).toMatchObject({
      status: 'unverified',
      source_hash_taken: sha256('staging runs as app-staging\n'),
      freshness: { status: 'fresh' },
    });
    expect(await memory(id)).not.toHaveProperty('source_hash');
    write('docs/deploy.md', 'staging runs as app-staged\n');
    expect(await standing(id)).toBe('stale source_changed');
    expect(await hits({ query: 'unit app-staging' })).toMatchObject([{ id, status: 'stale' }]);
    expect(await hits({ query: 'unit app-staging', status: 'stale' })).toMatchObject([{ id }]);
    expect(await hits({ query: 'unit app-staging', status: 'unverified' })).toEqual([]);
    expect((await session.ok('mem_context', {}))['memories']).toMatchObject([{ id, status: 'stale' }]);
    write('docs/deploy.md', 'staging runs as app-staging\n');
    expect(await standing(id)).toBe('unverified fresh');
    expect(await hits({ query: 'unit app-staging', status: 'stale' })).toEqual([]);
    rmSync(path.join(root, 'docs/deploy.md'));
    expect(await standing(id)).toBe('stale source_missing');
  });

  it('with the beginning of its hash: stale as soon as the file does not begin so', async () => {
    write('a.md', 'one\n');
    const fitting = await remember({
      content: 'x',
      source_id: 'a.md',
      source_hash: sha256('one\n').slice(0, 15),
    });
    const other = await remember({ content: 'y', source_id: 'b.md', source_hash: 'sha256:9f2c4e1a' });
    write('b.md', 'one\n');
    expect(await standing(fitting)).toBe('unverified fresh');
    expect(await standing(other)).toBe('stale source_changed');
  });

  it('that was never there says nothing, nor does an address or a session', async () => {
    for (const source_id of ['docs/nowhere.md', 'https://example.org/a.md', 'session 42', '.']) {
      const id = await remember({ content: source_id, source_id, source_hash: 'sha256:9f2c4e1a' });
      expect(await standing(id), source_id).toBe('unverified unknown');
    }
    expect(await memory(await remember({ content: 'no source' }))).not.toHaveProperty('freshness');
  });

  it('a newer memory of the same source with another hash makes the older one stale, forgotten no longer', async () => {
    const older = await remember({ content: 'x', source_id: 'wiki/deploy', source_hash: 'sha256:9f2c4e1a' });
    const same = await remember({ content: 'y', source_id: 'wiki/deploy', source_hash: 'sha256:9f2c4e1a77' });
    expect(await standing(older)).toBe('unverified unknown');
    const newer = await remember({ content: 'z', source_id: 'wiki/deploy', source_hash: 'sha256:00000000' });
    await remember({ content: 'other source', source_id: 'wiki/other', source_hash: 'sha256:11111111' });
    expect(await standing(older)).toBe('stale newer_source_hash');
    expect(await standing(same)).toBe('stale newer_source_hash');
    expect(await standing(newer)).toBe('unverified unknown');
    await session.ok('forget', { id: newer });
    expect(await standing(older)).toBe('unverified unknown');
  });

  it('lines of it: only a change of those makes it stale, wherever they moved, whatever hash came with it', async () => {
    write('a.ts', 'one\ntwo\nthree\nfour\n');
    const plain = await remember({ content: 'x', source_id: 'a.ts#L2-L3' });
    const whole = await remember({
      content: 'y',
      source_id: 'a.ts#L2-L3',
      source_hash: sha256('one\ntwo\nthree\nfour\n'),
    });
    expect((await memory(plain)).source_hash_taken).toMatch(/^lines:2:/);
    write('a.ts', 'zero\none\n\ntwo\nthree\n4\n');
    expect([await standing(plain), await standing(whole)]).toEqual(['unverified fresh', 'unverified fresh']);
    await remember({
      content: 'z',
      source_id: 'a.ts#L2-L3',
      source_hash: sha256('zero\none\n\ntwo\nthree\n4\n'),
    });
    expect(await standing(whole)).toBe('unverified fresh');
    write('a.ts', 'one\ntwo\n3\nfour\n');
    expect([await standing(plain), await standing(whole)]).toEqual([
      'stale source_changed',
      'stale source_changed',
    ]);
  });

  it('of two hits of equal score the stale one comes last, whichever was saved first', async () => {
    write('a.md', 'one\n');
    const first = await remember({ content: 'the queue drains at noon', source_id: 'a.md' });
    write('a.md', 'two\n');
    const second = await remember({ content: 'the queue drains at noon', source_id: 'a.md' });
    const found = async (): Promise<unknown[]> =>
      (await hits({ query: 'queue drains noon' })).map(({ id }) => id);
    expect(await found()).toEqual([second, first]);
    write('a.md', 'one\n');
    expect(await found()).toEqual([first, second]);
  });
});

describe('in a repository', () => {
  it('a file that Git renamed is gone, and stale until it is back', async () => {
    write('a.md', 'one\n');
    git(root, 'add', '.');
    git(root, 'commit', '--quiet', '--message=a');
    const id = await remember({ content: 'x', source_id: 'a.md' });
    git(root, 'mv', 'a.md', 'b.md');
    expect(await standing(id)).toBe('stale source_missing');
    git(root, 'mv', 'b.md', 'a.md');
    expect(await standing(id)).toBe('unverified fresh');
  });

  it('a memory is as fresh as the branch that is checked out', async () => {
    write('a.md', 'one\n');
    git(root, 'add', '.');
    git(root, 'commit', '--quiet', '--message=a');
    const id = await remember({ content: 'x', source_id: 'a.md' });
    git(root, 'checkout', '--quiet', '-b', 'other');
    write('a.md', 'two\n');
    git(root, 'commit', '--quiet', '--all', '--message=b');
    expect(await standing(id)).toBe('stale source_changed');
    git(root, 'checkout', '--quiet', 'main');
    expect(await standing(id)).toBe('unverified fresh');
  });

  it('a checkout with CRLF changes nothing', async () => {
    write('a.md', 'one\ntwo\n');
    git(root, 'add', '.');
    git(root, 'commit', '--quiet', '--message=a');
    const whole = await remember({ content: 'x', source_id: 'a.md', source_hash: sha256('one\ntwo\n') });
    const lines = await remember({ content: 'y', source_id: 'a.md#L2' });
    git(root, 'config', 'core.autocrlf', 'true');
    rmSync(path.join(root, 'a.md'));
    git(root, 'checkout', '--quiet', '--', 'a.md');
    expect(readFileSync(path.join(root, 'a.md'), 'utf8')).toBe('one\r\ntwo\r\n');
    expect([await standing(whole), await standing(lines)]).toEqual(['unverified fresh', 'unverified fresh']);
  });

  it('the file of the worktree or folder that is open counts', async () => {
    write('web/a.md', 'one\n');
    git(root, 'add', '.');
    git(root, 'commit', '--quiet', '--message=a');
    const id = await remember({ content: 'x', source_id: 'web/a.md' });
    const beside = worktree(root, `${root}-beside`, 'beside');
    writeFileSync(path.join(beside, 'web/a.md'), 'two\n');
    const inWorktree = await ServerSession.start({ storage, cwd: beside });
    const inFolder = await ServerSession.start({ storage, cwd: path.join(root, 'web') });
    try {
      expect(await standing(id)).toBe('unverified fresh');
      expect(await standing(id, inWorktree)).toBe('stale source_changed');
      const near = await inFolder.ok('remember', { content: 'y', source_id: 'a.md' });
      expect(await standing(near['id'] as string, inFolder)).toBe('unverified fresh');
      expect(await standing(id, inFolder)).toBe('unverified fresh');
    } finally {
      await inWorktree.close();
      await inFolder.close();
    }
  });
});

describe('outside the project', () => {
  it('nothing is read: by a way up, an absolute path, or a symlink', async () => {
    const outside = path.join(path.dirname(root), 'secret.txt');
    writeFileSync(outside, 'one\n');
    symlinkSync(outside, path.join(root, 'link.txt'));
    for (const source_id of ['../secret.txt', outside, 'link.txt']) {
      const plain = await remember({ content: `plain ${source_id}`, source_id });
      const hashed = await remember({ content: source_id, source_id, source_hash: sha256('one\n') });
      writeFileSync(outside, 'two\n');
      expect([await standing(plain), await standing(hashed)]).toEqual([
        'unverified unknown',
        'unverified unknown',
      ]);
      expect(await memory(plain)).not.toHaveProperty('source_hash_taken');
    }
  });

  it('a project that is not open is not looked at, and nothing of it is called stale', async () => {
    write('a.md', 'one\n');
    const id = await remember({ content: 'the queue drains at noon', source_id: 'a.md' });
    const elsewhere = await ServerSession.start({
      storage,
      cwd: repository(path.join(temporaryFolder('mcp-folder-'), 'other')),
    });
    try {
      write('a.md', 'two\n');
      expect(await standing(id, elsewhere)).toBe('unverified unknown');
      const found = await elsewhere.ok('mem_search', { query: 'queue drains', all_projects: true });
      expect(found['hits']).toMatchObject([{ id, status: 'unverified' }]);
      expect(await standing(id)).toBe('stale source_changed');
    } finally {
      await elsewhere.close();
    }
  });
});

describe('a summary', () => {
  it('takes the worst of what it was made of: conflict, then stale, through other summaries', async () => {
    write('a.md', 'one\n');
    const cited = await remember({ content: 'a says one', source_id: 'a.md' });
    const keyed = await remember({ content: 'port is 5432', fact_key: 'port' });
    const inner = await remember({ content: 'inner', derived_from: [cited] });
    const outer = await remember({ content: 'outer', derived_from: [inner, keyed] });
    expect((await memory(outer)).status).toBe('unverified');
    write('a.md', 'two\n');
    expect([(await memory(inner)).status, (await memory(outer)).status]).toEqual(['stale', 'stale']);
    await remember({ content: 'port is 5433', fact_key: 'port' });
    expect([(await memory(inner)).status, (await memory(outer)).status]).toEqual(['stale', 'conflict']);
    const answer = await session.ok('mem_get_observation', { id: outer });
    expect(answer['sources']).toEqual(
      [inner, keyed]
        .sort()
        .map((id) =>
          id === inner ? { id, title: 'inner', status: 'stale' } : { id, title: 'port', status: 'conflict' },
        ),
    );
    expect(await hits({ query: 'outer' })).toMatchObject([{ id: outer, status: 'conflict' }]);
  });

  it('is worth no more than its weakest source', async () => {
    const weak = await remember({ content: 'weak', confidence: 0.2 });
    const strong = await remember({ content: 'strong', confidence: 0.9 });
    const observation = (await session.ok('mem_save', { title: 'seen today', content: 'an observation' }))[
      'observation'
    ] as { readonly id: string };
    const middle = await remember({ content: 'middle', confidence: 0.8, derived_from: [weak, strong] });
    const top = await remember({ content: 'top', confidence: 0.7, derived_from: [middle, observation.id] });
    const sure = await remember({ content: 'sure', confidence: 0.3, derived_from: [strong] });
    expect([(await memory(middle)).confidence, (await memory(top)).confidence]).toEqual([0.2, 0.2]);
    expect((await memory(sure)).confidence).toBe(0.3);
    expect(await hits({ query: 'top' })).toMatchObject([{ id: top, confidence: 0.2 }]);
    await session.ok('forget', { id: weak });
    expect((await memory(top)).confidence).toBe(0.7);
  });

  it('names the sources that were forgotten, which say nothing of it any more', async () => {
    write('a.md', 'one\n');
    const cited = await remember({ content: 'a says one', source_id: 'a.md' });
    const other = await remember({ content: 'b' });
    const summary = await remember({ content: 'summary', derived_from: [cited, other] });
    write('a.md', 'two\n');
    expect((await memory(summary)).status).toBe('stale');
    expect(await memory(summary)).not.toHaveProperty('missing_sources');
    await session.ok('forget', { id: cited });
    expect(await memory(summary)).toMatchObject({ status: 'unverified', missing_sources: [cited] });
    expect((await session.ok('mem_get_observation', { id: summary }))['sources']).toMatchObject([
      { id: other },
    ]);
  });
});
