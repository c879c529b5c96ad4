import * as vscode from 'vscode';
import type { TextRewritten } from '../../tools/rewriteText';
import { decisionRefusal, offerUndoOfDecision } from '../commands/decisionUndo';
import { comparisonUri } from '../memoryUri';
import { refusalText } from '../refusalTexts';
import { sentences } from '../sentences';
import type { MemorySession } from '../session';
import { askSuspicious } from '../suspiciousText';
import { firstLine } from '../views/memoryTexts';
import type { Draft } from './draft';

/**
 * Saves what the person wrote as the memory's text. Answers what tells them so once their editor has closed; undefined:
 * nothing was changed, and they were told why.
 */
export async function saveDraft(
  session: MemorySession,
  draft: Draft,
  content: string,
  uri: vscode.Uri,
): Promise<(() => void) | undefined> {
  const { engine } = await import('../engine');
  const { memory, over } = draft;
  const context = { ...(await session.toolContext('person')), confirm: askSuspicious };
  const result = await engine.rewriteText({ memory, over, content }, context);
  if (result.kind !== 'written') return refuse(unwrittenText(result));
  const { outcome, redacted } = result;
  switch (outcome.kind) {
    case 'outdated':
      return showMeanwhile(session, draft, uri);
    case 'gone':
    case 'refused':
      return refuse(decisionRefusal(outcome));
    case 'unchanged':
      return () => undefined;
    case 'decided':
      return () => void offerUndoOfDecision(session, outcome.decision, savedText(draft, redacted));
  }
}

/** Why a text was not taken. */
export function unwrittenText(result: Exclude<TextRewritten, { readonly kind: 'written' }>): string {
  switch (result.kind) {
    case 'error':
      return refusalText(result.failure.code, result.failure.message);
    case 'blank':
      return vscode.l10n.t('The text must not be blank');
    case 'too_long':
      return vscode.l10n.t('The text has {0} characters; at most {1} fit.', result.characters, result.most);
  }
}

function refuse(text: string): undefined {
  void vscode.window.showErrorMessage(text);
  return undefined;
}

function savedText({ memory, over }: Draft, redacted: readonly string[]): string {
  const label = firstLine(memory.label, 80);
  const saved =
    over.length === 0
      ? vscode.l10n.t('Saved: {0}', label)
      : vscode.l10n.t('Merged into one text: {0}', label);
  const stale =
    memory.freshness?.status === 'stale'
      ? [vscode.l10n.t('Its source has changed: confirm it as still true if the text fits it now.')]
      : [];
  const removed =
    redacted.length === 0 ? [] : [vscode.l10n.t('Removed before saving: {0}.', redacted.join(', '))];
  return sentences(saved, ...removed, ...stale);
}

/** What is stored is shown beside the person's text, and the next save means what they see now. */
async function showMeanwhile(session: MemorySession, draft: Draft, uri: vscode.Uri): Promise<undefined> {
  const host = await session.host();
  const seen = [draft.memory, ...draft.over];
  const found = await Promise.all(seen.map(({ id, area }) => host.get(area, id)));
  const [memory, ...over] = found.filter((record) => record !== undefined);
  if (memory === undefined || over.length < draft.over.length)
    return refuse(vscode.l10n.t('This memory does not exist any more.'));
  Object.assign(draft, { memory, over });
  await vscode.commands.executeCommand(
    'vscode.diff',
    comparisonUri(memory),
    uri,
    vscode.l10n.t('{0} (stored ↔ yours)', firstLine(memory.label, 40)),
  );
  return refuse(
    vscode.l10n.t(
      'It was changed meanwhile: left what is stored, right your text. Nothing was saved; save again to keep yours.',
    ),
  );
}
