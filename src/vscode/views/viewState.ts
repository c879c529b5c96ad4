import * as vscode from 'vscode';
import type { Area } from '../../memory/types';
import { projectArea } from '../areas';
import { refusalText } from '../refusalTexts';
import type { MemorySession } from '../session';

/** Picks the welcome text of a view (welcomes.ts). */
export type ViewState =
  'ready' | 'empty' | 'noFolder' | 'noProject' | 'ambiguous' | 'disabled' | 'untrusted' | 'failed';

export type ViewKey = 'projectMemory.view' | 'projectMemory.factsView' | 'projectMemory.attentionView';

export function setViewState(key: ViewKey, state: ViewState): void {
  void vscode.commands.executeCommand('setContext', key, state);
}

/** A message that is set holds up what the tree tells the editor next, also where it is the same. */
export function setMessage(view: vscode.TreeView<unknown>, message: string): void {
  if ((view.message ?? '') !== message) view.message = message;
}

export interface ShownProject {
  readonly state: ViewState;
  readonly area?: Area;
  /** Shown beside the view's title. */
  readonly name?: string;
  /** Shown above the tree. */
  readonly message?: string;
}

/** The project whose memories the sidebar shows, or why it shows none. */
export async function projectShown(session: MemorySession): Promise<ShownProject> {
  if (!vscode.workspace.isTrusted) return { state: 'untrusted' };
  const reading = await session.projects.forRead({});
  if (reading.kind === 'error')
    return { state: 'failed', message: refusalText(reading.code, reading.message) };
  const { failure } = reading;
  if (failure !== undefined) return { state: 'failed', message: refusalText(failure.code, failure.message) };
  if (reading.ambiguous) return { state: 'ambiguous' };
  if (reading.source === 'none') return { state: await whyNone(session) };
  const [project] = reading.projects;
  if (project !== undefined) {
    const area = projectArea(project, await session.projects.openFolders());
    return { state: 'ready', area, name: project.name };
  }
  return { state: 'empty', ...(reading.name === undefined ? {} : { name: reading.name }) };
}

async function whyNone(session: MemorySession): Promise<ViewState> {
  const { disabled, folders } = await session.projects.current({ openCatalog: true });
  if (disabled) return 'disabled';
  return folders.length === 0 ? 'noFolder' : 'noProject';
}
