import { describe, expect, it } from 'vitest';
import { coreTools } from '../../../src/tools/coreTools';
import { parseInput } from '../../../src/tools/parseInput';

function parse(name: string, input: unknown) {
  const tool = coreTools.find((candidate) => candidate.name === name);
  if (tool === undefined) throw new Error(name);
  return parseInput(tool, input);
}

const problems = (name: string, input: unknown): readonly string[] => {
  const parsed = parse(name, input);
  return parsed.kind === 'invalid' ? parsed.problems : [];
};

describe('what models send', () => {
  it.each([
    ['remember', { content: 'x', confidence: '0.9' }, { content: 'x', confidence: 0.9 }],
    ['remember', { content: 'x', derived_from: '["a","b"]' }, { content: 'x', derived_from: ['a', 'b'] }],
    ['remember', { content: 'x', source_id: null }, { content: 'x' }],
    ['remember', { content: 'x', made_up: null, other: '', list: [] }, { content: 'x' }],
    [
      'mem_search',
      { query: 'x', all_projects: 'TRUE', limit: '5' },
      { query: 'x', all_projects: true, limit: 5 },
    ],
    ['mem_search', { query: 'x', kind: '', limit: '' }, { query: 'x' }],
    [
      'memory',
      { action: 'search', query: 'x', confidence: 'high', key: 7 },
      { action: 'search', query: 'x' },
    ],
    ['memory', { action: 'save', source: 'rumour' }, { action: 'save', source: 'conversation' }],
    ['memory', { action: 'save', category: '' }, { action: 'save' }],
  ])('%s %j is understood', (name, input, value) => {
    expect(parse(name, input)).toEqual({ kind: 'ok', value });
  });

  it.each([
    ['memory', {}, 'action must be one of: save, search, forget, list'],
    [
      'memory',
      { action: 'list', category: 'misc' },
      'category must be one of: profile, preferences, technical, projects, other',
    ],
    ['memory', { action: 'save', value: 5 }, 'value must be text'],
    ['memory', { action: 'save', confidence: 'high' }, 'confidence must be a number from 0 to 100'],
    ['mem_save', { title: 5 }, 'title must be text'],
    ['mem_save', {}, 'title is required: one short searchable line'],
    ['mem_search', { query: 'x', status: 'fresh' }, 'status must be one of: unverified, stale, conflict'],
    ['remember', { content: 'x', derived_from: [1] }, 'derived_from.0 must be text'],
    ['remember', {}, 'content must not be empty'],
    ['remember', 'text', 'the parameters must be an object'],
    ['mem_context', { depth: 3 }, /^unknown parameter "depth"; accepted: project, all_projects, scope/u],
  ])('%s %j is refused in words', (name, input, problem) => {
    const [first, ...more] = problems(name, input);
    expect(first).toEqual(typeof problem === 'string' ? problem : expect.stringMatching(problem));
    expect(more).toEqual([]);
  });
});
