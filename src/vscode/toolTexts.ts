import * as vscode from 'vscode';

/** What chat shows while a tool runs. */
export function invocationText(toolName: string): string {
  switch (toolName) {
    case 'memory':
      return vscode.l10n.t('Using remembered facts');
    case 'mem_save':
    case 'remember':
      return vscode.l10n.t('Saving a memory');
    case 'mem_search':
      return vscode.l10n.t('Searching the memory');
    case 'mem_context':
      return vscode.l10n.t('Reading the project memory');
    case 'mem_get_observation':
      return vscode.l10n.t('Reading a memory');
    case 'forget':
      return vscode.l10n.t('Forgetting a memory');
    case 'mem_judge':
      return vscode.l10n.t('Judging two memories');
    case 'mem_current_project':
      return vscode.l10n.t('Looking up the project');
    default:
      return vscode.l10n.t('Using the memory');
  }
}
