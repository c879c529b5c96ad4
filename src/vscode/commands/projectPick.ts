import * as vscode from 'vscode';
import type { MemoryHost } from '../../memory/memoryHost';
import type { ProjectRecord } from '../../project/catalog';
import { projectArea } from '../areas';
import { memoryCount } from '../counts';
import type { MemorySession } from '../session';

export interface ProjectItem extends vscode.QuickPickItem {
  readonly project: ProjectRecord;
}

/** All projects, that of this window first, then by their last use. */
export async function knownProjects(session: MemorySession): Promise<readonly ProjectRecord[]> {
  const { id, known } = await session.projects.current({ openCatalog: true });
  return [...known.filter((project) => project.id === id), ...known.filter((project) => project.id !== id)];
}

/** The project of this window, or the one that the person chooses where there is none. */
export async function projectToChange(
  session: MemorySession,
  title: string,
): Promise<ProjectRecord | undefined> {
  const { id, known } = await session.projects.current({ openCatalog: true });
  const here = known.find((project) => project.id === id);
  if (here !== undefined) return here;
  if (known.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('There are no projects yet: one begins with its first memory.'),
    );
    return undefined;
  }
  const items = await projectItems(session, known);
  return (await vscode.window.showQuickPick(items, { title, matchOnDetail: true }))?.project;
}

/** With what tells projects of similar names apart: memories, folder, remote. */
export async function projectItems(
  session: MemorySession,
  projects: readonly ProjectRecord[],
): Promise<readonly ProjectItem[]> {
  const host = await session.host();
  const items: ProjectItem[] = [];
  for (const project of projects) {
    const detail = [project.path, project.remote].filter((part) => part !== undefined).join(' · ');
    items.push({
      label: project.name,
      description: memoryCount(await countMemories(host, project)),
      detail,
      project,
    });
  }
  return items;
}

export async function countMemories(host: MemoryHost, project: ProjectRecord): Promise<number> {
  const types = await host.types(projectArea(project));
  return types.reduce((total, { count }) => total + count, 0);
}

/** A project may be named in a trusted workspace only. */
export function isTrusted(): boolean {
  if (vscode.workspace.isTrusted) return true;
  void vscode.window.showInformationMessage(
    vscode.l10n.t('Projects can be changed once the workspace is trusted.'),
  );
  return false;
}
