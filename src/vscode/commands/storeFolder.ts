import { mkdir } from 'node:fs/promises';
import * as vscode from 'vscode';

/** Shows the folder that holds every database: in the file manager, or, on a remote machine, in a new window. */
export async function openStoreFolder(storageDirectory: string): Promise<void> {
  await mkdir(storageDirectory, { recursive: true, mode: 0o700 });
  const folder = vscode.Uri.file(storageDirectory);
  if (vscode.env.remoteName === undefined) {
    await vscode.commands.executeCommand('revealFileInOS', folder);
  } else {
    await vscode.commands.executeCommand('vscode.openFolder', folder, { forceNewWindow: true });
  }
}
