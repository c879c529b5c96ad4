import { describe, expect, it } from 'vitest';
import type { MemoryRecord } from '../../../src/memory/types';
import { pressedRecords } from '../../../src/vscode/commands/pressedRows';
import type { MemoryNode } from '../../../src/vscode/views/memoryTree';

const memory = (id: string): MemoryNode => ({ kind: 'memory', record: { id } as MemoryRecord });
const pressed = (...args: readonly unknown[]) =>
  pressedRecords(args, () => [memory('selected')])?.map(({ id }) => id);

describe('the memories that a command of the trees is about', () => {
  it('are those selected when a key was pressed', () => {
    expect(pressed()).toEqual(['selected']);
  });

  it('are that of the row that was pressed, or all that were selected with it', () => {
    expect(pressed(memory('a'), undefined)).toEqual(['a']);
    expect(pressed(memory('a'), [memory('a'), memory('b')])).toEqual(['a', 'b']);
  });

  it('leave out what is no memory', () => {
    const group = { kind: 'group', area: { kind: 'user' }, type: 'decision', count: 1 };
    expect(pressed(memory('a'), [group, memory('a')])).toEqual(['a']);
  });

  it('are unknown, and never those selected, where the editor cannot say which row was pressed', () => {
    expect(pressed(undefined, undefined)).toBeUndefined();
    expect(pressed(memory('a'), [memory('a'), undefined])).toBeUndefined();
  });
});
