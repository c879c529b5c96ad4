import type * as vscode from 'vscode';
import type { MemoryRecord } from '../memory/types';
import { comparisonUri } from './memoryUri';
import { firstLine } from './views/memoryTexts';

/**
 * What `vscode.diff` is given for memories that contradict each other: of the two newest, the older text left and the
 * newer one right. `records`: oldest first, at least two
 */
export function comparison(
  records: readonly MemoryRecord[],
): [vscode.Uri, vscode.Uri, string, vscode.TextDocumentShowOptions] {
  const [older, newer] = records.slice(-2);
  if (older === undefined || newer === undefined) throw new RangeError('Two memories are compared.');
  return [comparisonUri(older), comparisonUri(newer), titleOf(older, newer), { preview: true }];
}

/** Memories of one key are told apart by their texts. */
function titleOf(older: MemoryRecord, newer: MemoryRecord): string {
  if (older.label === newer.label)
    return `${firstLine(older.label, 40)}: ${firstLine(older.content, 40)} ↔ ${firstLine(newer.content, 40)}`;
  return `${firstLine(older.label, 40)} ↔ ${firstLine(newer.label, 40)}`;
}
