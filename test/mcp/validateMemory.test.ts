import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ServerSession, temporaryFolder } from '../support/mcpServer';

const sha256 = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

let folder: string;
let session: ServerSession;
beforeEach(async () => {
  folder = temporaryFolder('mcp-folder-');
  session = await ServerSession.start({
    storage: temporaryFolder('mcp-storage-'),
    cwd: folder,
    args: ['--tools', 'full'],
  });
});
afterEach(() => session.close());

const write = (name: string, content: string): void => writeFileSync(path.join(folder, name), content);

async function remember(input: Record<string, unknown>): Promise<string> {
  return (await session.ok('remember', input))['id'] as string;
}

const validate = (input: Record<string, unknown>) => session.ok('validate_memory', input);

describe('validate_memory', () => {
  it('of an empty project finds nothing', async () => {
    expect(await validate({})).toMatchObject({
      checked: 0,
      stale_ids: [],
      stale_count: 0,
      conflict_ids: [],
      conflict_count: 0,
    });
  });

  it('names what is stale and what contradicts itself, a summary of them, and what is both in both lists', async () => {
    write('a.md', 'one\n');
    const cited = await remember({ content: 'a', source_id: 'a.md' });
    const both = await remember({ content: 'port 1', source_id: 'a.md', fact_key: 'port' });
    const other = await remember({ content: 'port 2', fact_key: 'port' });
    const summary = await remember({ content: 'summary', derived_from: [cited] });
    const fine = await remember({ content: 'fine' });
    expect(await validate({})).toMatchObject({ checked: 5, stale_count: 0, conflict_ids: [both, other] });
    write('a.md', 'two\n');
    const answer = await validate({});
    expect(answer).toMatchObject({
      checked: 5,
      stale_ids: [cited, both, summary],
      stale_count: 3,
      conflict_ids: [both, other],
      conflict_count: 2,
    });
    expect(answer).not.toHaveProperty('hint');
    expect(JSON.stringify(answer)).not.toContain(fine);
  });

  it('takes the hash that a source has now from the caller', async () => {
    const old = await remember({ content: 'x', source_id: 'wiki/deploy', source_hash: sha256('one') });
    await remember({ content: 'no hash', source_id: 'wiki/deploy' });
    await remember({ content: 'other', source_id: 'wiki/other', source_hash: sha256('one') });
    const about = async (current: string): Promise<unknown> => {
      const { checked, stale_ids } = await validate({
        source_id: 'wiki/deploy',
        current_source_hash: current,
      });
      return [checked, stale_ids];
    };
    expect(await about(sha256('one').slice(0, 20))).toEqual([2, []]);
    expect(await about(sha256('two'))).toEqual([2, [old]]);
  });

  it('checks only what the filters let through', async () => {
    const input = { content: 'x', fact_key: 'key' };
    const here = await remember({ ...input, workspace: 'release', scope: 'private' });
    const there = await remember({ ...input, content: 'y', workspace: 'release' });
    await remember({ ...input, content: 'z' });
    expect(await validate({ workspace: 'release' })).toMatchObject({
      checked: 2,
      conflict_ids: [here, there],
    });
    expect(await validate({ workspace: 'release', scope: 'private' })).toMatchObject({
      checked: 1,
      conflict_ids: [here],
    });
    expect(await validate({ scope: 'shared' })).toMatchObject({ checked: 2 });
    expect(await validate({ source_id: 'nowhere' })).toMatchObject({ checked: 0 });
  });

  it('changes nothing: the rows are the same afterwards', async () => {
    write('a.md', 'one\n');
    const id = await remember({ content: 'a', source_id: 'a.md', source_hash: sha256('two\n') });
    const before = await session.ok('mem_get_observation', { id });
    expect(await validate({})).toMatchObject({ stale_ids: [id] });
    expect(await session.ok('mem_get_observation', { id })).toEqual(before);
  });

  it('counts all of very many, and names as many as one answer holds', async () => {
    const saves = Array.from({ length: 130 }, (_, n) => remember({ content: `said ${n}`, fact_key: 'many' }));
    await Promise.all(saves);
    const answer = await validate({});
    expect(answer).toMatchObject({ checked: 130, conflict_count: 130, stale_count: 0 });
    expect((answer['conflict_ids'] as string[]).length).toBeGreaterThan(50);
    expect(answer['hint']).toBe('Not all ids fit into one answer: narrow by source_id, workspace or scope.');
    expect(JSON.stringify(answer).length).toBeLessThan(8_192);
  });

  it('asks for the source of a hash', async () => {
    expect(await session.error('validate_memory', { current_source_hash: 'sha256:9f2c4e1a' })).toMatchObject({
      error: {
        code: 'invalid_params',
        message: 'source_id is required when current_source_hash is provided',
      },
    });
  });
});
