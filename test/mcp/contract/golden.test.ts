import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { coreTools } from '../../../src/tools/coreTools';
import { fullTools } from '../../../src/tools/fullTools';
import { entryName, goldenFolder, goldenNames, readGolden } from './golden';
import { listedTools, listFile, toolSets } from './listedTools';
import { table } from './table';

// The texts themselves are compared where their rows run (testRows.ts). After a change that is meant:
// `node tools/run.mjs tools/goldenTexts.ts --write`, then read what is different.

const kept = readdirSync(goldenFolder)
  .filter((file) => file.endsWith('.txt'))
  .map((file) => file.slice(0, -'.txt'.length))
  .flatMap((tool) => [...readGolden(tool).keys()].map((name) => entryName(tool, name)));

describe('the golden texts', () => {
  it('are those of the table, each once', () => {
    const named = table.flatMap(goldenNames);
    expect([...new Set(named)].sort()).toEqual([...named].sort());
    expect(kept.sort()).toEqual(named.sort());
  });

  it.each(fullTools.map(({ name }) => name))('show an answer of %s', (tool) => {
    expect(kept.filter((name) => name.startsWith(`${tool}: `))).not.toEqual([]);
  });

  it.each(toolSets)('list the tools of the set %s as a server does', async (set) => {
    expect(await listedTools(set)).toBe(readFileSync(listFile(set), 'utf8'));
  });
});

describe('what the list says of each tool', () => {
  const readers = [
    'mem_search',
    'mem_context',
    'mem_get_observation',
    'mem_current_project',
    'mem_timeline',
    'mem_suggest_topic_key',
    'mem_stats',
    'mem_doctor',
    'validate_memory',
  ];
  const destructive = ['mem_save', 'memory', 'forget', 'mem_update', 'mem_delete', 'mem_merge_projects'];

  it.each(fullTools.map((tool) => [tool.name, tool.annotations] as const))('%s: its hints', (name, hints) => {
    expect(hints).toEqual({
      readOnlyHint: readers.includes(name),
      destructiveHint: destructive.includes(name),
      openWorldHint: false,
    });
  });

  it('the nine tools of the core, and the family after them', () => {
    expect(coreTools.map(({ name }) => name).sort()).toEqual(
      [
        'memory',
        'mem_save',
        'remember',
        'mem_search',
        'mem_context',
        'mem_get_observation',
        'forget',
        'mem_judge',
        'mem_current_project',
      ].sort(),
    );
    expect(
      fullTools
        .slice(coreTools.length)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(
      [
        'mem_update',
        'mem_delete',
        'mem_timeline',
        'mem_session_start',
        'mem_session_end',
        'mem_session_summary',
        'mem_save_prompt',
        'mem_capture_passive',
        'mem_suggest_topic_key',
        'mem_pin',
        'mem_unpin',
        'mem_review',
        'mem_compare',
        'mem_merge_projects',
        'mem_stats',
        'mem_doctor',
        'validate_memory',
      ].sort(),
    );
  });
});
