import { beforeEach, describe, expect, it } from 'vitest';
import { ShownTree, type Branch } from '../../../src/vscode/views/shownTree';

interface Group {
  readonly kind: 'group';
  readonly id: string;
  readonly count: number;
}

interface Row {
  readonly kind: 'row';
  readonly id: string;
  readonly text: string;
}

let minute = 0;

const tree = (): ShownTree<Group, Row> =>
  new ShownTree((node) =>
    node.kind === 'group'
      ? { id: node.id, label: node.id, description: String(node.count) }
      : { id: node.id, label: node.id, description: `${minute} min. ago` },
  );

const group = (id: string, count: number): Group => ({ kind: 'group', id, count });
const row = (id: string, text = ''): Row => ({ kind: 'row', id, text });
const branch = (id: string, ...rows: readonly Row[]): Branch<Group, Row> => ({
  group: group(id, rows.length),
  rows,
});

describe('what of a tree is drawn anew', () => {
  beforeEach(() => {
    minute = 0;
  });

  it('is all at first, and when there are other groups or they stand in another order', () => {
    const shown = tree();
    expect(shown.groups).toBeUndefined();
    expect(shown.update([branch('a'), branch('b')])).toBe('all');
    expect(shown.update([branch('b'), branch('a')])).toBe('all');
    expect(shown.update([branch('b')])).toBe('all');
    expect(shown.groups).toEqual([group('b', 0)]);
    shown.clear();
    expect(shown.update([branch('b')])).toBe('all');
  });

  it('is nothing when nothing is different', () => {
    const shown = tree();
    shown.update([branch('a', row('1'), row('2'))]);
    expect(shown.update([branch('a', row('1'), row('2'))])).toEqual([]);
  });

  it('is a row alone when only the row is different, which stays the same object', () => {
    const shown = tree();
    shown.update([branch('a', row('1'), row('2', 'old')), branch('b', row('3'))]);
    const [, second] = shown.rows(group('a', 2)) ?? [];
    const redrawing = shown.update([branch('a', row('1'), row('2', 'new')), branch('b', row('3'))]);
    expect(redrawing).toEqual([row('2', 'new')]);
    expect(redrawing[0]).toBe(second);
    expect(shown.rows(group('a', 2))?.[1]).toBe(second);
  });

  it('is a row whose text is the same, but not what is written beside it', () => {
    const shown = tree();
    shown.update([branch('a', row('1'))]);
    minute = 1;
    expect(shown.update([branch('a', row('1'))])).toEqual([row('1')]);
    expect(shown.update([branch('a', row('1'))])).toEqual([]);
  });

  it('is a group without the others when it has other rows, or in another order, or is drawn otherwise', () => {
    const shown = tree();
    const b = branch('b', row('3'));
    shown.update([branch('a', row('1'), row('2')), b]);
    const [a] = shown.groups ?? [];
    const [first] = shown.rows(group('a', 2)) ?? [];
    for (const rows of [[row('2'), row('1')], [row('1')], [row('1'), row('4')]]) {
      const redrawing = shown.update([branch('a', ...rows), b]);
      expect(redrawing).toEqual([group('a', rows.length)]);
      expect(redrawing[0]).toBe(a);
      expect(shown.rows(group('a', 0))).toEqual(rows);
      expect(shown.rows(group('a', 0))).toContain(first);
    }
    expect(shown.update([{ group: group('a', 7), rows: [row('1'), row('4')] }, b])).toEqual([group('a', 7)]);
  });

  it('does not depend on rows that nobody has asked for', () => {
    const shown = tree();
    shown.update([{ group: group('a', 2), rows: undefined }]);
    expect(shown.rows(group('a', 2))).toBeUndefined();
    expect(shown.update([{ group: group('a', 2), rows: undefined }])).toEqual([]);
    shown.setRows(group('a', 2), [row('1'), row('2')]);
    expect(shown.rows(group('a', 2))).toEqual([row('1'), row('2')]);
    expect(shown.update([branch('a', row('1'), row('2'))])).toEqual([]);
  });
});
