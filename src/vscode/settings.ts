import * as vscode from 'vscode';

export type Surfaces = 'auto' | 'languageModelTools' | 'mcpServer' | 'both';
export type ToolSet = 'core' | 'full';
export type ConfirmSaves = 'never' | 'untrusted' | 'always';

const section = 'projectMemory';

/**
 * Whether the memory is on. A workspace may switch it off; an untrusted one cannot switch it on against the
 * person's own setting.
 */
export function isEnabled(): boolean {
  const setting = vscode.workspace.getConfiguration(section).inspect<boolean>('enabled');
  if (setting === undefined) return true;
  const { globalValue = true, workspaceValue } = setting;
  if (vscode.workspace.isTrusted) return workspaceValue ?? globalValue;
  return globalValue && workspaceValue !== false;
}

export function surfaces(): Surfaces {
  return vscode.workspace.getConfiguration(section).get<Surfaces>('surfaces', 'auto');
}

/** What the server offers where it offers tools. Tools in chat are always the core. */
export function toolSet(): ToolSet {
  return vscode.workspace.getConfiguration(section).get<ToolSet>('tools', 'core');
}

export function confirmSaves(): ConfirmSaves {
  return vscode.workspace.getConfiguration(section).get<ConfirmSaves>('confirmSaves', 'never');
}

export function askOnAmbiguousProject(): boolean {
  return vscode.workspace.getConfiguration(section).get('askOnAmbiguousProject', true);
}

/**
 * The project name a person set for this window's folders. Folders that disagree leave the question open:
 * each is then recognised by itself.
 */
export function projectOverride(): string | undefined {
  if (!vscode.workspace.isTrusted) return undefined;
  const places = vscode.workspace.workspaceFolders ?? [{ uri: undefined }];
  const names = new Set(
    places.map(({ uri }) => vscode.workspace.getConfiguration(section, uri).get('project', '').trim()),
  );
  const [name] = names;
  return names.size === 1 && name !== '' ? name : undefined;
}

/**
 * Takes back every setting that switches the memory off: the workspace's, the machine's and the person's own.
 * Where one is left (a policy, a folder's), the setting is shown.
 */
export async function turnOn(): Promise<void> {
  const configuration = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration(section);
  if (configuration().inspect<boolean>('enabled')?.workspaceValue === false) {
    await configuration().update('enabled', undefined, vscode.ConfigurationTarget.Workspace);
  }
  // In a remote window "global" is two files, and an update reaches one of them: first the remote machine's.
  for (let file = 0; file < 2; file++) {
    if (configuration().inspect<boolean>('enabled')?.globalValue !== false) break;
    await configuration().update('enabled', undefined, vscode.ConfigurationTarget.Global);
  }
  if (!isEnabled())
    await vscode.commands.executeCommand('workbench.action.openSettings', 'projectMemory.enabled');
}
