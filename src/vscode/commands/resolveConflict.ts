import * as vscode from 'vscode';
import type { Answer } from '../../memory/decisions';
import type { MemoryRecord } from '../../memory/types';
import { age } from '../age';
import { comparison } from '../comparison';
import { draftUri } from '../drafts/draftUri';
import { parseMemoryUri } from '../memoryUri';
import type { MemorySession } from '../session';
import type { ContradictionNode } from '../views/attentionTree';
import { reasonName } from '../views/attentionTexts';
import type { AttentionView } from '../views/attentionView';
import { firstLine, saverName } from '../views/memoryTexts';
import { decisionRefusal, offerUndoOfDecision } from './decisionUndo';

/** Shows what contradicts each other side by side: the older text left, the newer one right. */
export async function compareMemories({ records }: ContradictionNode): Promise<void> {
  await vscode.commands.executeCommand('vscode.diff', ...comparison(records));
}

/**
 * Asks which of several memories is right, with their texts side by side, and judges them so; or has them merged into one
 * text, which counts once the person saves it.
 * @param target a row of the view, the address of a memory that is shown, or nothing: then the person chooses, unless
 * there is only one contradiction
 */
export async function resolveConflict(
  session: MemorySession,
  attention: AttentionView,
  target: unknown,
): Promise<void> {
  const contradiction = await contradictionOf(attention, target);
  if (contradiction === undefined) return;
  // The row may come to stand for other texts while the person decides about these.
  const { records } = contradiction;
  await compareMemories(contradiction);
  const chosen = await askWhichIsRight(records);
  if (chosen === undefined) return;
  if (chosen.answer === 'merge') await mergeMemories(records);
  else await decide(session, records, chosen.answer);
}

async function contradictionOf(
  attention: AttentionView,
  target: unknown,
): Promise<ContradictionNode | undefined> {
  if (isContradiction(target)) return target;
  const all = await attention.contradictions();
  if (target instanceof vscode.Uri) {
    const id = parseMemoryUri(target)?.id;
    const about = all.filter(({ records }) => records.some((record) => record.id === id));
    if (about.length === 1) return about[0];
    if (about.length > 1) return chooseContradiction(about);
  } else if (all.length === 1) return all[0];
  if (all.length > 0) return chooseContradiction(all);
  void vscode.window.showInformationMessage(vscode.l10n.t('No memories contradict each other.'));
  return undefined;
}

function isContradiction(target: unknown): target is ContradictionNode {
  return typeof target === 'object' && target !== null && Reflect.get(target, 'kind') === 'contradiction';
}

async function chooseContradiction(
  all: readonly ContradictionNode[],
): Promise<ContradictionNode | undefined> {
  const items = all.map((contradiction) => ({
    label: contradiction.records.map(({ label }) => firstLine(label, 60)).join(' ↔ '),
    description: reasonName(contradiction.reason),
    detail: contradiction.records.map(({ content }) => firstLine(content, 60)).join(' ↔ '),
    contradiction,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Resolve Conflict'),
    placeHolder: vscode.l10n.t('Which memories do you want to decide about?'),
    matchOnDetail: true,
  });
  return picked?.contradiction;
}

interface AnswerItem extends vscode.QuickPickItem {
  readonly answer: Answer | 'merge';
}

/** Stays open while the person reads the two texts. */
async function askWhichIsRight(records: readonly MemoryRecord[]): Promise<AnswerItem | undefined> {
  const now = new Date();
  const ids = records.map(({ id }) => id);
  const keep = records.map((record, at): AnswerItem => ({
    label: `${sideIcon(at, records.length)} ${vscode.l10n.t('Keep: {0}', firstLine(record.content, 80))}`,
    description: [
      record.label,
      saverName(record.savedBy),
      age(record.updatedAt, now, vscode.env.language),
    ].join(' · '),
    answer: { kind: 'keep', id: record.id, others: ids.filter((id) => id !== record.id) },
  }));
  const both: AnswerItem = {
    label: `$(check-all) ${records.length === 2 ? vscode.l10n.t('Both are true') : vscode.l10n.t('All are true')}`,
    description: vscode.l10n.t('They do not contradict each other'),
    answer: { kind: 'allTrue', ids },
  };
  const merge: AnswerItem = {
    label: `$(git-merge) ${vscode.l10n.t('Merge...')}`,
    description: vscode.l10n.t('Write one text that takes the place of all'),
    answer: 'merge',
  };
  return vscode.window.showQuickPick<AnswerItem>([...keep, both, merge], {
    title: vscode.l10n.t('Resolve Conflict'),
    placeHolder: vscode.l10n.t('Which is right? What you do not keep stays, marked as superseded'),
    ignoreFocusOut: true,
  });
}

/** Of the last two: the side of the comparison on which the text stands. */
function sideIcon(at: number, of: number): string {
  if (at === of - 1) return '$(arrow-right)';
  return at === of - 2 ? '$(arrow-left)' : '$(note)';
}

/** Opens one text of all of them to be edited: the newest memory gets it when it is saved. */
async function mergeMemories(records: readonly MemoryRecord[]): Promise<void> {
  const newest = records.at(-1);
  if (newest === undefined) return;
  const uri = draftUri(newest, records.slice(0, -1));
  await vscode.commands.executeCommand('vscode.open', uri, { preview: false });
}

async function decide(
  session: MemorySession,
  records: readonly MemoryRecord[],
  answer: Answer,
): Promise<void> {
  const [first] = records;
  if (first === undefined) return;
  const { engine } = await import('../engine');
  const outcome = await engine.decideByPerson(await session.host(), first.area, answer, 'person');
  if (outcome.kind === 'decided')
    await offerUndoOfDecision(session, outcome.decision, decidedText(records, answer));
  else if (outcome.kind !== 'unchanged') void vscode.window.showErrorMessage(decisionRefusal(outcome));
}

function decidedText(records: readonly MemoryRecord[], answer: Answer): string {
  if (answer.kind === 'allTrue') return vscode.l10n.t('Kept as true side by side.');
  const kept = records.find(({ id }) => id === answer.id);
  return vscode.l10n.t('Kept as right: {0}', firstLine(kept?.content ?? '', 80));
}
