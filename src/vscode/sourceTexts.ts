import * as vscode from 'vscode';
import type { Freshness, StaleReason } from '../memory/freshness';
import type { ProjectWarning } from '../project/projectWarning';
import type { ProjectSource } from '../project/types';

/** Why a project was taken for the one that is meant. */
export function sourceText(source: ProjectSource): string {
  switch (source) {
    case 'process_override':
      return vscode.l10n.t('named in the settings');
    case 'config':
      return vscode.l10n.t('named in .project-memory.json');
    case 'git_remote':
      return vscode.l10n.t('recognised by its git remote');
    case 'git_root':
      return vscode.l10n.t('git repository without a remote');
    case 'git_child':
      return vscode.l10n.t('the only repository in this folder');
    case 'dir_basename':
      return vscode.l10n.t('the folder itself');
    case 'workspace_uri':
      return vscode.l10n.t('recognised by the address of the workspace');
    case 'ambiguous':
      return vscode.l10n.t('several projects are open here');
    case 'none':
      return vscode.l10n.t('no project here');
    case 'call_path':
      return vscode.l10n.t('named by a path in the call');
    case 'remembered_choice':
    case 'user_selected_after_ambiguous_project':
      return vscode.l10n.t('chosen by you');
    case 'session_project':
      return vscode.l10n.t('the project of the session');
    case 'known_project':
      return vscode.l10n.t('named, and known to the store');
    case 'all_projects':
      return vscode.l10n.t('all projects');
  }
}

/** What a person should know of how the project was found. */
export function warningText(warning: ProjectWarning): string {
  switch (warning.kind) {
    case 'unseenFolders':
      return vscode.l10n.t(
        'Looking for repositories took too long, so the folder itself is used. Folders not looked at: {0}',
        warning.count,
      );
    case 'onlyRepository':
      return vscode.l10n.t(
        '{0} is no repository; the only one in it, {1}, is used.',
        warning.folder,
        warning.repository,
      );
    case 'brokenRepository':
      return vscode.l10n.t(
        'The repository here cannot be read, so the folder itself is used. {0}',
        warning.fault,
      );
  }
}

/** How the source that a memory cites stands now. */
export function freshnessText(freshness: Freshness): string {
  switch (freshness.status) {
    case 'fresh':
      return vscode.l10n.t('the source has not changed');
    case 'unknown':
      return vscode.l10n.t('whether the source has changed is not known');
    case 'stale':
      return staleText(freshness.reason);
  }
}

function staleText(reason: StaleReason): string {
  switch (reason) {
    case 'source_changed':
      return vscode.l10n.t('the source has changed');
    case 'source_missing':
      return vscode.l10n.t('the source is gone');
    case 'newer_source_hash':
      return vscode.l10n.t('a newer memory saw another state of the source');
  }
}
