import { describe, expect, it } from 'vitest';
import { savedId } from '../../../src/vscode/savedId';

describe('the memory that a call has saved', () => {
  it.each([
    ['an observation', 'mem_save', { status: 'inserted', observation: { id: 'a' } }, 'a'],
    ['a fact', 'memory', { status: 'updated', id: 'b', key: 'shell' }, 'b'],
    ['a statement', 'remember', { status: 'unverified', id: 'c' }, 'c'],
    [
      'none by a save of what was there',
      'mem_save',
      { status: 'deduplicated', observation: { id: 'a' } },
      undefined,
    ],
    ['none by a search for facts', 'memory', { hits: [{ id: 'b' }] }, undefined],
    ['none by a judgment', 'mem_judge', { id: 'd', status: 'judged' }, undefined],
    ['none by an answer without data', 'mem_save', undefined, undefined],
  ])('is %s', (_what, tool, answer, id) => {
    expect(savedId(tool, answer)).toBe(id);
  });
});
