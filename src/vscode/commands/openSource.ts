import * as vscode from 'vscode';
import { parseCitedFile, placesOfFile } from '../../memory/citedFile';
import type { MemoryRecord } from '../../memory/types';

/** Whether a memory cites a file of a project that is open here. */
export function citesFile({ sourceId, area }: MemoryRecord): boolean {
  return (
    sourceId !== undefined &&
    area.kind === 'project' &&
    area.folders !== undefined &&
    parseCitedFile(sourceId) !== undefined
  );
}

/** Opens the file that a memory cites, at the lines it cites. */
export async function openSource({ sourceId = '', area }: MemoryRecord): Promise<void> {
  const file = parseCitedFile(sourceId);
  const folders = area.kind === 'project' ? (area.folders ?? []) : [];
  for (const { path } of file === undefined ? [] : placesOfFile(file, folders)) {
    const uri = vscode.Uri.file(path);
    if (!(await isFile(uri))) continue;
    const { lines } = file ?? {};
    const selection = lines && new vscode.Range(lines.first - 1, 0, lines.last - 1, Number.MAX_SAFE_INTEGER);
    await vscode.commands.executeCommand('vscode.open', uri, selection === undefined ? {} : { selection });
    return;
  }
  void vscode.window.showInformationMessage(vscode.l10n.t('There is no such file any more: {0}', sourceId));
}

async function isFile(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.File) !== 0;
  } catch {
    return false;
  }
}
