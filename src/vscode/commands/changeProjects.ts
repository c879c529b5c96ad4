import * as vscode from 'vscode';
import type { ProjectRecord } from '../../project/catalog';
import { normaliseProjectName } from '../../project/projectName';
import { memoryCount } from '../counts';
import type { MemorySession } from '../session';
import { countMemories, isTrusted, knownProjects, projectItems, projectToChange } from './projectPick';
import { showRefusal } from './projectRefusal';
import { offerUndo, withProgress } from './projectUndo';

export async function renameProject(session: MemorySession): Promise<void> {
  if (!isTrusted()) return;
  const title = vscode.l10n.t('Rename Project');
  const project = await projectToChange(session, title);
  if (project === undefined) return;
  const name = await askProjectName(title, project.name);
  if (name === undefined || name === project.name) return;
  const renamed = await (await (await session.host()).projectChanges()).rename(project, name, 'person');
  if (renamed.kind === 'refused') {
    showRefusal(renamed, name);
    return;
  }
  const text = vscode.l10n.t('{0} is called {1} now.', project.name, renamed.project.name);
  await offerUndo(session, [text, ...similarNote(renamed.similar)].join(' '));
}

/** The person chooses which projects are one, and which of them stays. */
export async function mergeProjects(session: MemorySession): Promise<void> {
  if (!isTrusted()) return;
  const projects = await knownProjects(session);
  if (projects.length < 2) {
    void vscode.window.showInformationMessage(vscode.l10n.t('There are no two projects to merge.'));
    return;
  }
  const title = vscode.l10n.t('Merge Projects');
  const items = await projectItems(session, projects);
  const chosen = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: vscode.l10n.t('Choose the projects that are one and the same: two or more'),
    canPickMany: true,
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  if (chosen === undefined) return;
  if (chosen.length < 2) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Choose two or more projects to merge.'));
    return;
  }
  const stays = await vscode.window.showQuickPick(chosen, {
    title,
    placeHolder: vscode.l10n.t('Choose the project that stays; the others become part of it'),
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  if (stays === undefined) return;
  const target = stays.project;
  const sources = chosen.map(({ project }) => project).filter(({ id }) => id !== target.id);
  const names = sources.map(({ name }) => name).join(', ');
  const confirmed = await confirm(
    vscode.l10n.t('Merge {0} into {1}?', names, target.name),
    vscode.l10n.t(
      'All of their memories go to {0}, and their folders and names lead there from then on. This can be undone.',
      target.name,
    ),
    vscode.l10n.t('Merge'),
  );
  if (!confirmed) return;
  const changes = await (await session.host()).projectChanges();
  const merged = await withProgress(vscode.l10n.t('Merging projects'), () =>
    changes.merge(sources, target, 'person'),
  );
  if (merged.kind === 'refused') {
    showRefusal(merged, target.name);
    return;
  }
  await offerUndo(
    session,
    vscode.l10n.t('Merged into {0}. Went over: {1}.', target.name, memoryCount(merged.memories)),
  );
}

export async function forgetProject(session: MemorySession): Promise<void> {
  if (!isTrusted()) return;
  const project = await projectToChange(session, vscode.l10n.t('Forget Project'));
  if (project === undefined) return;
  const host = await session.host();
  const confirmed = await confirm(
    vscode.l10n.t('Forget the project {0}?', project.name),
    vscode.l10n.t(
      'What it remembers ({0}) leaves every list and search, here and for agents. This can be undone.',
      memoryCount(await countMemories(host, project)),
    ),
    vscode.l10n.t('Forget'),
  );
  if (!confirmed) return;
  const forgotten = await (await host.projectChanges()).forget(project, 'person');
  if (forgotten.kind === 'refused') {
    showRefusal(forgotten, project.name);
    return;
  }
  await offerUndo(session, vscode.l10n.t('The project {0} is forgotten.', project.name));
}

export function askProjectName(title: string, value: string, prompt?: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title,
    value,
    prompt: prompt ?? vscode.l10n.t('Name of the project'),
    ignoreFocusOut: true,
    validateInput: (text) =>
      normaliseProjectName(text).kind === 'error'
        ? vscode.l10n.t('A short name, such as app or owner/app')
        : undefined,
  });
}

/** Similar names are told of, never merged. */
export function similarNote(similar: readonly string[]): readonly string[] {
  return similar.length === 0 ? [] : [vscode.l10n.t('Similar names: {0}.', similar.join(', '))];
}

async function confirm(question: string, detail: string, action: string): Promise<boolean> {
  const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, action);
  return answer === action;
}

/** What the person chose, without the one that it is in already. */
export async function pickOtherProject(
  session: MemorySession,
  title: string,
  than: string,
): Promise<ProjectRecord | undefined> {
  const others = (await knownProjects(session)).filter(({ id }) => id !== than);
  if (others.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('There is no other project yet.'));
    return undefined;
  }
  const items = await projectItems(session, others);
  return (await vscode.window.showQuickPick(items, { title, matchOnDetail: true }))?.project;
}
