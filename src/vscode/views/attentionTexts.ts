import * as vscode from 'vscode';
import type { AttentionReason } from '../../memory/needsAttention';
import type { MemoryRecord } from '../../memory/types';
import { timeLeft } from '../age';
import { freshnessText } from '../sourceTexts';
import { memoryDescription } from './memoryTexts';

/** Name of a group of what needs attention. */
export function reasonName(reason: AttentionReason): string {
  switch (reason) {
    case 'conflict':
      return vscode.l10n.t('Conflicts');
    case 'judgment':
      return vscode.l10n.t('To Compare');
    case 'stale':
      return vscode.l10n.t('Source Changed');
    case 'expiring':
      return vscode.l10n.t('About to Expire');
    case 'review':
      return vscode.l10n.t('Due for Review');
  }
}

/** What a group holds, and what helps. */
export function reasonMeaning(reason: AttentionReason): string {
  switch (reason) {
    case 'conflict':
      return vscode.l10n.t('These contradict each other. Say which is right.');
    case 'judgment':
      return vscode.l10n.t(
        'These may say the same or contradict each other. Agents or you say which is right.',
      );
    case 'stale':
      return vscode.l10n.t(
        'What these cite has changed since they were saved. Look whether they still hold.',
      );
    case 'expiring':
      return vscode.l10n.t('These are forgotten within a week.');
    case 'review':
      return vscode.l10n.t('Nobody has confirmed these for a long time. Look whether they still hold.');
  }
}

export function reasonIcon(reason: AttentionReason): vscode.ThemeIcon {
  switch (reason) {
    case 'conflict':
      return new vscode.ThemeIcon('git-compare', new vscode.ThemeColor('list.errorForeground'));
    case 'judgment':
      return new vscode.ThemeIcon('question');
    case 'stale':
      return new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
    case 'expiring':
      return new vscode.ThemeIcon('watch');
    case 'review':
      return new vscode.ThemeIcon('checklist');
  }
}

/** Beside the label of a memory: why it is here. */
export function reasonDescription(reason: AttentionReason, record: MemoryRecord, now: Date): string {
  if (reason === 'stale' && record.freshness?.status === 'stale')
    return [freshnessText(record.freshness), record.sourceId]
      .filter((part) => part !== undefined)
      .join(' · ');
  if (reason === 'expiring' && record.expiresAt !== undefined)
    return timeLeft(record.expiresAt, now, vscode.env.language);
  return memoryDescription(record, now);
}
