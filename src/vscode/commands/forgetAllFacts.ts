import * as vscode from 'vscode';
import type { MemoryRecord } from '../../memory/types';
import { userArea } from '../areas';
import { memoryCount } from '../counts';
import type { MemorySession } from '../session';
import { forgetMemories } from './forgetMemories';

/** Facts that are read at a time. */
const PAGE = 500;

/** Forgets every fact about the user, after a question: undone like any forgetting. */
export async function forgetAllFacts(session: MemorySession): Promise<void> {
  const facts = await allFacts(session);
  if (facts.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Nothing is remembered about you.'));
    return;
  }
  const yes = vscode.l10n.t('Forget');
  const detail = vscode.l10n.t(
    'They ({0}) leave every list and search, here and for agents, in every project. This can be undone.',
    memoryCount(facts.length),
  );
  const question = vscode.l10n.t('Forget all facts about you?');
  const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, yes);
  if (answer === yes) await forgetMemories(session, facts);
}

async function allFacts(session: MemorySession): Promise<readonly MemoryRecord[]> {
  const host = await session.host();
  const facts: MemoryRecord[] = [];
  for (;;) {
    const page = await host.list(userArea, { offset: facts.length, limit: PAGE, includeExpired: true });
    facts.push(...page.records);
    if (page.records.length === 0 || facts.length >= page.total) return facts;
  }
}
