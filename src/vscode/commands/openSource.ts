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
export async function openSource(record: MemoryRecord): Promise<void> {
  const file = await citedFileOf(record);
  if (file === undefined) return;
  const { uri, selection } = file;
  await vscode.commands.executeCommand('vscode.open', uri, selection === undefined ? {} : { selection });
}

/** Where the file that a memory cites lies now, and the lines; told to the person where there is none. */
export async function citedFileOf({
  sourceId = '',
  area,
}: MemoryRecord): Promise<
  { readonly uri: vscode.Uri; readonly selection: vscode.Range | undefined } | undefined
> {
  const file = parseCitedFile(sourceId);
  const folders = area.kind === 'project' ? (area.folders ?? []) : [];
  for (const { path } of file === undefined ? [] : placesOfFile(file, folders)) {
    const uri = vscode.Uri.file(path);
    if (!(await isFile(uri))) continue;
    const { lines } = file ?? {};
    return {
      uri,
      selection: lines && new vscode.Range(lines.first - 1, 0, lines.last - 1, Number.MAX_SAFE_INTEGER),
    };
  }
  void vscode.window.showInformationMessage(vscode.l10n.t('There is no such file any more: {0}', sourceId));
  return undefined;
}

async function isFile(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.File) !== 0;
  } catch {
    return false;
  }
}
