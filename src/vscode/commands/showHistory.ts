import * as vscode from 'vscode';
import type { ReplacedVersion } from '../../memory/passport';
import type { MemoryRecord } from '../../memory/types';
import { age } from '../age';
import { unwrittenText } from '../drafts/saveDraft';
import { versionUri } from '../memoryUri';
import type { MemorySession } from '../session';
import { askSuspicious } from '../suspiciousText';
import { replacedVersions } from '../versions';
import { firstLine, saverName } from '../views/memoryTexts';
import { decisionRefusal, offerUndoOfDecision } from './decisionUndo';

interface VersionItem extends vscode.QuickPickItem {
  readonly version: ReplacedVersion;
}

/** Lists what a memory said before. Enter holds a version against the present one; its button restores it. */
export async function showHistory(
  session: MemorySession,
  record: MemoryRecord,
  onFailure: (error: unknown) => unknown,
): Promise<void> {
  const versions = await replacedVersions(session, record);
  if (versions.length === 0) {
    const text = vscode.l10n.t(
      'There are no earlier versions of this memory: {0}',
      firstLine(record.label, 80),
    );
    void vscode.window.showInformationMessage(text);
    return;
  }
  const pick = vscode.window.createQuickPick<VersionItem>();
  pick.title = vscode.l10n.t('History: {0}', firstLine(record.label, 60));
  pick.placeholder = vscode.l10n.t('Choose a version to compare it with the present one');
  pick.matchOnDescription = true;
  pick.items = versions.map(itemOf);
  pick.onDidAccept(() => {
    const [item] = pick.selectedItems;
    if (item === undefined) return;
    pick.hide();
    void compare(record, item.version).catch(onFailure);
  });
  pick.onDidTriggerItemButton(({ item }) => {
    pick.hide();
    restore(session, record, item.version).catch(onFailure);
  });
  pick.onDidHide(() => pick.dispose());
  pick.show();
}

function itemOf(version: ReplacedVersion): VersionItem {
  const replaced = age(version.replacedAt, new Date(), vscode.env.language);
  return {
    label: firstLine(version.content, 80),
    description: vscode.l10n.t(
      'version {0}, replaced by {1} · {2}',
      version.revision,
      saverName(version.replacedBy),
      replaced,
    ),
    buttons: [{ iconPath: new vscode.ThemeIcon('discard'), tooltip: vscode.l10n.t('Restore This Version') }],
    version,
  };
}

async function compare(record: MemoryRecord, { revision }: ReplacedVersion): Promise<void> {
  const title = vscode.l10n.t('{0} (version {1} ↔ now)', firstLine(record.label, 40), revision);
  const [before, now] = [versionUri(record, revision), versionUri(record, record.revision)];
  await vscode.commands.executeCommand('vscode.diff', before, now, title, { preview: true });
}

/** Gives the memory its earlier text as a further version, past the guard through which every text goes. */
async function restore(
  session: MemorySession,
  memory: MemoryRecord,
  { content, revision }: ReplacedVersion,
): Promise<void> {
  const { engine } = await import('../engine');
  const context = { ...(await session.toolContext('person')), confirm: askSuspicious };
  const result = await engine.rewriteText({ memory, over: [], content }, context);
  if (result.kind !== 'written') {
    void vscode.window.showErrorMessage(unwrittenText(result));
    return;
  }
  const { outcome } = result;
  const label = firstLine(memory.label, 80);
  if (outcome.kind === 'decided') {
    const text = vscode.l10n.t('Version {0} restored: {1}', revision, label);
    await offerUndoOfDecision(session, outcome.decision, text);
  } else if (outcome.kind === 'unchanged') {
    void vscode.window.showInformationMessage(vscode.l10n.t('It says that already: {0}', label));
  } else void vscode.window.showErrorMessage(decisionRefusal(outcome));
}
