import type { MemoryRecord } from '../../memory/types';
import type { AttentionNode } from '../views/attentionTree';
import type { TreeNode } from '../views/memoryTree';

type Row = TreeNode | AttentionNode | undefined;

/**
 * The memories that a command of the trees is about: those of the rows a menu was opened on, or, for a key, which gives no
 * arguments, those of the rows that are selected. Undefined where the editor cannot say which row was pressed, since the
 * tree is being drawn anew: it then gives nothing in the row's place, and no other row may stand for it.
 */
export function pressedRecords(
  args: readonly unknown[],
  selected: () => readonly (TreeNode | AttentionNode)[],
): readonly MemoryRecord[] | undefined {
  const [clicked, selection] = args as readonly [Row?, (readonly Row[])?];
  const rows = args.length === 0 ? selected() : (selection ?? [clicked]);
  return rows.includes(undefined)
    ? undefined
    : rows.flatMap((row) => (row?.kind === 'memory' ? [row.record] : []));
}
