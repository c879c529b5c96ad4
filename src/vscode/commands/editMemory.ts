import * as vscode from 'vscode';
import type { MemoryRecord } from '../../memory/types';
import { draftUri } from '../drafts/draftUri';

/** Opens the texts of memories to be edited: saving one saves it in the memory. */
export async function editMemories(records: readonly MemoryRecord[]): Promise<void> {
  for (const record of records)
    await vscode.commands.executeCommand('vscode.open', draftUri(record, []), { preview: false });
}
