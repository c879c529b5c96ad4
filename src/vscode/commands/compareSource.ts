import * as vscode from 'vscode';
import type { MemoryRecord } from '../../memory/types';
import { firstLine } from '../views/memoryTexts';
import { citedFileOf } from './openSource';

/** What is used of the extension that comes with the editor (its file git.d.ts, version 1 of the API). */
interface GitExtension {
  getAPI(version: 1): {
    toGitUri(uri: vscode.Uri, ref: string): vscode.Uri;
    getRepository(uri: vscode.Uri): GitRepository | null;
  };
}

interface GitRepository {
  getCommit(ref: string): Promise<{ readonly hash: string }>;
}

/** A commit by its hash, whole or in part: nothing that Git could take for an option. */
const COMMIT = /^[0-9a-f]{7,64}$/i;

/** Whether a memory names the commit at which its source was read. */
export function namesCommit({ sourceRevision }: MemoryRecord): boolean {
  return sourceRevision !== undefined && COMMIT.test(sourceRevision);
}

/** Shows the cited file as it was at the commit that the memory names, beside the file as it is. */
export async function compareSource(record: MemoryRecord): Promise<void> {
  const { label, sourceRevision } = record;
  const file = await citedFileOf(record);
  if (file === undefined || sourceRevision === undefined || !namesCommit(record)) return;
  const before = await uriAt(file.uri, sourceRevision);
  if (before === undefined) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('The commit {0} is not known to the Git extension here.', sourceRevision),
    );
    return;
  }
  const title = vscode.l10n.t('{0} (cited ↔ now)', firstLine(label, 40));
  await vscode.commands.executeCommand('vscode.diff', before, file.uri, title, { selection: file.selection });
}

async function uriAt(uri: vscode.Uri, commit: string): Promise<vscode.Uri | undefined> {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  try {
    const git = (await extension?.activate())?.getAPI(1);
    const found = await git?.getRepository(uri)?.getCommit(commit);
    return found && git?.toGitUri(uri, found.hash);
  } catch {
    // Git is switched off or not installed, or it has no such commit.
    return undefined;
  }
}
