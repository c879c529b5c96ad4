import * as vscode from 'vscode';
import type { MemoryRecord } from '../../memory/types';
import { areaNamed } from '../areas';
import { commands } from '../contributions';
import type { MemoryDrafts } from '../drafts/memoryDrafts';
import type { ServerLocation } from '../mcpProvider';
import { openMemory } from '../memoryDocuments';
import { parseMemoryUri } from '../memoryUri';
import type { ProjectPicker } from '../picker';
import type { SavedNote } from '../savedNote';
import type { MemorySession } from '../session';
import { failureText } from '../refusalTexts';
import { turnOn } from '../settings';
import type { StoreReport } from '../storeReport';
import type { AttentionMemoryNode, ContradictionNode, MoreReasonsNode } from '../views/attentionTree';
import type { MoreNode } from '../views/memoryTree';
import type { MemoryViews } from '../views/memoryViews';
import { forgetProject, mergeProjects, renameProject } from './changeProjects';
import { chooseProject } from './chooseProject';
import { pickMemory, pickWaiting } from './chosenMemories';
import { compareSource } from './compareSource';
import { confirmSources } from './confirmSources';
import { deleteArea } from './deleteArea';
import { deleteForGood } from './deleteForGood';
import { deletePrompts } from './deletePrompts';
import { editMemories } from './editMemory';
import { forgetAllFacts } from './forgetAllFacts';
import { forgetMemories, pickAndForget } from './forgetMemories';
import { markReviewed } from './markReviewed';
import { copyMcpConfiguration } from './mcpConfiguration';
import { moveMemories, pickAndMove } from './moveMemory';
import { openSource } from './openSource';
import { pinMemories } from './pinMemories';
import { pressedRecords } from './pressedRows';
import { compareMemories, resolveConflict } from './resolveConflict';
import { saveMemory } from './saveMemory';
import { searchMemories } from './searchMemories';
import { showHistory } from './showHistory';
import { splitFolder } from './splitFolder';
import { openStoreFolder } from './storeFolder';
import { undoLastChange } from './undoLastChange';

export interface CommandServices {
  readonly session: () => MemorySession | undefined;
  readonly views: MemoryViews;
  readonly drafts: MemoryDrafts;
  readonly picker: ProjectPicker;
  readonly report: StoreReport;
  readonly saved: SavedNote;
  readonly server: ServerLocation;
  readonly log: vscode.LogOutputChannel;
}

type RowsAction = (session: MemorySession, records: readonly MemoryRecord[]) => unknown;

type Action = (session: MemorySession, ...args: readonly unknown[]) => unknown;

/** Every command of contributions.ts. One that fails says so, and the log says more. */
export function registerCommands(services: CommandServices): vscode.Disposable {
  const { session, views, drafts, picker, report, saved, server, log } = services;
  const always = (
    command: { readonly id: string },
    run: (...args: readonly unknown[]) => unknown,
  ): vscode.Disposable =>
    vscode.commands.registerCommand(command.id, async (...args: readonly unknown[]) => {
      try {
        await run(...args);
      } catch (error) {
        await showFailure(error, log);
      }
    });
  /** Needs the memory to be on. */
  const whenOn = (command: { readonly id: string }, run: Action): vscode.Disposable =>
    always(command, (...args) => {
      const open = session();
      return open === undefined ? offerTurnOn() : run(open, ...args);
    });
  const onFailure = (error: unknown): unknown => showFailure(error, log);
  /** Works on the rows of a menu, or on those selected when a key was pressed. */
  const onRows = (command: { readonly id: string }, run: RowsAction): vscode.Disposable =>
    whenOn(command, (open, ...args) => {
      const records = pressedRecords(args, () => views.selection());
      return records === undefined ? askAgain() : run(open, records);
    });
  /** The same from the palette too: on the memory that the editor shows, or else on one that the person chooses. */
  const onMemories = (command: { readonly id: string }, title: string, run: RowsAction): vscode.Disposable =>
    whenOn(command, async (open, ...args) => {
      const shown = args[0] instanceof vscode.Uri ? await shownRecord(open, args[0]) : undefined;
      const records = shown ?? pressedRecords(args, () => views.selection());
      if (records === undefined) return askAgain();
      if (records.length > 0 || args.length > 0) return run(open, records);
      return pickMemory(open, title, onFailure, (picked) => run(open, picked));
    });
  /** Works on rows that wait for this reason; from the palette on those selected, or one of all that the person chooses. */
  const onWaiting = (
    command: { readonly id: string },
    reason: AttentionMemoryNode['reason'],
    title: string,
    run: RowsAction,
  ): vscode.Disposable =>
    whenOn(command, async (open, ...args) => {
      const waits = (row: ReturnType<typeof views.selection>[number]): boolean =>
        'reason' in row && row.reason === reason;
      const records = pressedRecords(args, () => views.selection().filter(waits));
      if (records === undefined) return askAgain();
      if (records.length > 0) return run(open, records);
      const picked = await pickWaiting(await views.attention.waiting(reason), title);
      return picked.length === 0 ? undefined : run(open, picked);
    });

  return vscode.Disposable.from(
    whenOn(commands.save, saveMemory),
    whenOn(commands.search, (open) => searchMemories(open, onFailure)),
    whenOn(commands.forget, (open) => pickAndForget(open, onFailure)),
    whenOn(commands.undo, undoLastChange),
    whenOn(commands.chooseProject, (open) => chooseProject(open, picker)),
    whenOn(commands.renameProject, renameProject),
    whenOn(commands.mergeProjects, mergeProjects),
    whenOn(commands.splitFolder, splitFolder),
    whenOn(commands.splitFolderHere, splitFolder),
    whenOn(commands.forgetProject, forgetProject),
    whenOn(commands.forgetAllFacts, forgetAllFacts),
    whenOn(commands.deleteArea, deleteArea),
    whenOn(commands.moveMemory, (open, ...args) => {
      if (args.length === 0) return pickAndMove(open, onFailure);
      const records = pressedRecords(args, () => []);
      return records === undefined ? askAgain() : moveMemories(open, records);
    }),
    whenOn(commands.copyMcpConfiguration, () => copyMcpConfiguration(server)),
    whenOn(commands.checkStore, () => report.show()),
    whenOn(commands.openStoreFolder, () => openStoreFolder(server.storageDirectory)),
    onRows(commands.openMemory, async (_open, records) => {
      for (const record of records) await openMemory(record, { preview: false });
    }),
    onRows(commands.copyMemory, (_open, records) =>
      vscode.env.clipboard.writeText(records.map(({ content }) => content).join('\n\n')),
    ),
    onRows(commands.forgetSelected, forgetMemories),
    onMemories(commands.deleteForGood, vscode.l10n.t('Delete for Good'), deleteForGood),
    whenOn(commands.deletePrompts, deletePrompts),
    onMemories(commands.editMemory, vscode.l10n.t('Edit Memory'), (_open, records) => editMemories(records)),
    always(commands.saveDraft, (target) => drafts.save(shownIn(target))),
    whenOn(commands.resolveConflict, (open, target) => resolveConflict(open, views.attention, target)),
    whenOn(commands.compareMemories, (_open, contradiction) =>
      contradiction === undefined ? askAgain() : compareMemories(contradiction as ContradictionNode),
    ),
    onMemories(commands.showHistory, vscode.l10n.t('Show History'), async (open, [record]) => {
      if (record !== undefined) await showHistory(open, record, onFailure);
    }),
    onRows(commands.pin, (open, records) => pinMemories(open, records, true)),
    onRows(commands.unpin, (open, records) => pinMemories(open, records, false)),
    onMemories(commands.openSource, vscode.l10n.t('Open Source'), async (_open, records) => {
      for (const record of records) await openSource(record);
    }),
    onRows(commands.compareSource, async (_open, records) => {
      for (const record of records) await compareSource(record);
    }),
    onWaiting(commands.confirmSource, 'stale', vscode.l10n.t('Confirm as Still True'), confirmSources),
    onWaiting(commands.markReviewed, 'review', vscode.l10n.t('Mark as Reviewed'), markReviewed),
    whenOn(commands.showSaved, (open) => saved.choose(open)),
    whenOn(commands.loadMore, (_open, more) => views.loadMore(more as MoreNode | MoreReasonsNode)),
    always(commands.showLog, () => log.show()),
    always(commands.turnOn, turnOn),
  );
}

async function shownRecord(
  session: MemorySession,
  uri: vscode.Uri,
): Promise<readonly MemoryRecord[] | undefined> {
  const address = parseMemoryUri(uri);
  const area = address && (await areaNamed(session, address.area));
  const record = address && area && (await (await session.host()).get(area, address.id));
  return record === undefined ? [] : [record];
}

/** Of an editor whose button was pressed, or the one in front. */
function shownIn(target: unknown): vscode.Uri | undefined {
  return target instanceof vscode.Uri ? target : vscode.window.activeTextEditor?.document.uri;
}

function askAgain(): void {
  void vscode.window.showInformationMessage(
    vscode.l10n.t('The list has just changed. Choose the row once more.'),
  );
}

async function offerTurnOn(): Promise<void> {
  const button = vscode.l10n.t('Turn On');
  const answer = await vscode.window.showInformationMessage(vscode.l10n.t('Project Memory is off.'), button);
  if (answer === button) await turnOn();
}

export async function showFailure(error: unknown, log: vscode.LogOutputChannel): Promise<void> {
  log.error(error instanceof Error ? error : String(error));
  const show = vscode.l10n.t('Show Log');
  const text = vscode.l10n.t('Project Memory: {0}', failureText(error));
  if ((await vscode.window.showErrorMessage(text, show)) === show) log.show();
}
