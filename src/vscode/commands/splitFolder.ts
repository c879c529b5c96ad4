import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { detectProject } from '../../project/detection';
import { baseNameOf, joinPath } from '../../project/filePath';
import { NodeFilePort } from '../../project/nodeFilePort';
import { memoryCount } from '../counts';
import type { MemorySession } from '../session';
import { askProjectName, similarNote } from './changeProjects';
import { isTrusted } from './projectPick';
import { showRefusal } from './projectRefusal';
import { offerUndo, withProgress } from './projectUndo';

/** Makes a folder of a project a project of its own, with the memories that cite a file in it. */
export async function splitFolder(session: MemorySession, clicked: unknown): Promise<void> {
  if (!isTrusted()) return;
  const folder = clicked instanceof vscode.Uri ? clicked : await askFolder();
  if (folder === undefined) return;
  if (folder.scheme !== 'file') {
    void vscode.window.showErrorMessage(vscode.l10n.t('Only a folder on a disk can be split off.'));
    return;
  }
  const detection = await detectProject(folder.fsPath, {
    files: new NodeFilePort(),
    home: homedir(),
    trusted: true,
    now: () => Date.now(),
  });
  const host = await session.host();
  const match =
    detection.kind === 'project' ? await (await host.catalog()).find(detection.project) : undefined;
  if (detection.kind !== 'project' || match?.kind !== 'project') {
    void vscode.window.showErrorMessage(
      vscode.l10n.t('This folder is part of no project that has memories, so there is nothing to split.'),
    );
    return;
  }
  const { project: detected } = detection;
  const below = detected.within ?? '';
  const place = { path: below === '' ? detected.path : joinPath(detected.path, below), below, detected };
  const changes = await host.projectChanges();
  const { length: count } = await changes.citing(match.project, place);
  const name = await askProjectName(
    vscode.l10n.t('Split Folder into Its Own Project'),
    baseNameOf(place.path),
    vscode.l10n.t(
      'Name of the new project. What {0} remembers of files in this folder goes along: {1}',
      match.project.name,
      memoryCount(count),
    ),
  );
  if (name === undefined) return;
  const split = await withProgress(vscode.l10n.t('Splitting the project'), () =>
    changes.split(place, match.project, name, 'person'),
  );
  if (split.kind === 'refused') {
    showRefusal(split, name);
    return;
  }
  const text = vscode.l10n.t(
    '{0} is a project of its own now. Open this folder to work with it. Went along: {1}.',
    split.project.name,
    memoryCount(split.memories),
  );
  await offerUndo(session, [text, ...similarNote(split.similar)].join(' '));
}

async function askFolder(): Promise<vscode.Uri | undefined> {
  const [open] = vscode.workspace.workspaceFolders ?? [];
  const chosen = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Split Folder into Its Own Project'),
    openLabel: vscode.l10n.t('Split Off'),
    canSelectFolders: true,
    canSelectFiles: false,
    ...(open === undefined ? {} : { defaultUri: open.uri }),
  });
  return chosen?.[0];
}
