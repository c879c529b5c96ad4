import * as vscode from 'vscode';
import { seenText } from './guardTexts';

/**
 * Why something was refused or failed, in the person's language. `message` is what an agent would be told; it stays as
 * a detail where it names a file or a number that the code does not tell.
 */
export function refusalText(code: string | undefined, message: string): string {
  switch (code) {
    case 'rejected_by_guard':
      return vscode.l10n.t('Memory rejected by Security Guard: {0}', seenText(message));
    case 'ambiguous_project':
      return vscode.l10n.t('Several projects could be meant, and none was chosen.');
    case 'project_disabled':
      return vscode.workspace.isTrusted
        ? vscode.l10n.t('You keep no project memory here.')
        : vscode.l10n.t('This workspace is not trusted, so nothing is saved to a project.');
    case 'project_detection_failed':
      return vscode.l10n.t('It is not certain which project this is. {0}', message);
    case 'invalid_project':
      return vscode.l10n.t('There is a project of this name already, or the name cannot be used.');
    case 'memory_not_found':
    case 'memory_deleted':
      return vscode.l10n.t('This memory does not exist any more.');
    case 'limit_exceeded':
      return vscode.l10n.t('A limit of the memory was met, and nothing was lost. {0}', message);
    case 'store_busy':
      return vscode.l10n.t('Other programs are writing to the store. Try again in a moment.');
    case 'read_only':
      return vscode.l10n.t('The store can only be read. {0}', message);
    case 'store_unavailable':
      return vscode.l10n.t('The store cannot be used. {0}', message);
    case 'schema_too_new':
      return vscode.l10n.t(
        'The store was written by a newer version of Project Memory: update the extension.',
      );
    case 'purge_pending':
      return vscode.l10n.t(
        'The text is gone from the memory, but a file that still holds it could not be removed yet. {0}',
        message,
      );
    default:
      return message;
  }
}

/** Why something failed, in the person's language where it was the store. */
export function failureText(error: unknown): string {
  return refusalText(codeOf(error), error instanceof Error ? error.message : String(error));
}

/** Of a StoreError. Not by its class: the engine's bundle has one of its own. */
function codeOf(error: unknown): string | undefined {
  const code: unknown =
    error instanceof Error && error.name === 'StoreError' ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : undefined;
}
