import * as vscode from 'vscode';
import type { MemoryRecord } from '../../memory/types';
import { commands } from '../contributions';
import type { ServerLocation } from '../mcpProvider';
import { openMemory } from '../memoryDocuments';
import type { ProjectPicker } from '../picker';
import type { MemorySession } from '../session';
import { refusalText } from '../refusalTexts';
import { turnOn } from '../settings';
import type { StoreReport } from '../storeReport';
import type { AttentionNode, ContradictionNode, MoreReasonsNode } from '../views/attentionTree';
import type { MoreNode, TreeNode } from '../views/memoryTree';
import type { MemoryViews } from '../views/memoryViews';
import { forgetProject, mergeProjects, renameProject } from './changeProjects';
import { chooseProject } from './chooseProject';
import { deleteForGood } from './deleteForGood';
import { forgetMemories, pickAndForget, undoLastChange } from './forgetMemories';
import { markReviewed } from './markReviewed';
import { copyMcpConfiguration } from './mcpConfiguration';
import { moveMemories, pickAndMove } from './moveMemory';
import { openSource } from './openSource';
import { compareMemories, resolveConflict } from './resolveConflict';
import { saveMemory } from './saveMemory';
import { searchMemories } from './searchMemories';
import { splitFolder } from './splitFolder';
import { openStoreFolder } from './storeFolder';

export interface CommandServices {
  readonly session: () => MemorySession | undefined;
  readonly views: MemoryViews;
  readonly picker: ProjectPicker;
  readonly report: StoreReport;
  readonly server: ServerLocation;
  readonly log: vscode.LogOutputChannel;
}

type Action = (session: MemorySession, ...args: readonly unknown[]) => unknown;

/** Every command of contributions.ts. One that fails says so, and the log says more. */
export function registerCommands(services: CommandServices): vscode.Disposable {
  const { session, views, picker, report, server, log } = services;
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
  const selected = (args: readonly unknown[]): readonly MemoryRecord[] => recordsOf(args, views);

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
    whenOn(commands.moveMemory, (open, ...args) =>
      args[0] === undefined ? pickAndMove(open, onFailure) : moveMemories(open, selected(args)),
    ),
    whenOn(commands.copyMcpConfiguration, () => copyMcpConfiguration(server)),
    whenOn(commands.checkStore, () => report.show()),
    whenOn(commands.openStoreFolder, () => openStoreFolder(server.storageDirectory)),
    whenOn(commands.openMemory, async (_open, ...args) => {
      for (const record of selected(args)) await openMemory(record, { preview: false });
    }),
    whenOn(commands.copyMemory, (_open, ...args) =>
      vscode.env.clipboard.writeText(
        selected(args)
          .map(({ content }) => content)
          .join('\n\n'),
      ),
    ),
    whenOn(commands.forgetSelected, (open, ...args) => forgetMemories(open, selected(args))),
    whenOn(commands.deleteForGood, (open, ...args) => deleteForGood(open, selected(args))),
    whenOn(commands.resolveConflict, (open, target) => resolveConflict(open, views.attention, target)),
    whenOn(commands.compareMemories, (_open, contradiction) =>
      compareMemories(contradiction as ContradictionNode),
    ),
    whenOn(commands.openSource, async (_open, ...args) => {
      for (const record of selected(args)) await openSource(record);
    }),
    whenOn(commands.markReviewed, (open, ...args) => markReviewed(open, selected(args))),
    whenOn(commands.loadMore, (_open, more) => views.loadMore(more as MoreNode | MoreReasonsNode)),
    always(commands.showLog, () => log.show()),
    always(commands.turnOn, turnOn),
  );
}

type ShownNode = TreeNode | AttentionNode;

/** The rows a menu was opened on, or those selected when a key was pressed. */
function recordsOf([clicked, selection]: readonly unknown[], views: MemoryViews): readonly MemoryRecord[] {
  const nodes =
    clicked === undefined
      ? views.selection()
      : ((selection as ShownNode[] | undefined) ?? [clicked as ShownNode]);
  return nodes.flatMap((node) => (node.kind === 'memory' ? [node.record] : []));
}

async function offerTurnOn(): Promise<void> {
  const button = vscode.l10n.t('Turn On');
  const answer = await vscode.window.showInformationMessage(vscode.l10n.t('Project Memory is off.'), button);
  if (answer === button) await turnOn();
}

export async function showFailure(error: unknown, log: vscode.LogOutputChannel): Promise<void> {
  const message = error instanceof Error ? error.message : String(error);
  log.error(error instanceof Error ? error : message);
  const show = vscode.l10n.t('Show Log');
  const text = vscode.l10n.t('Project Memory: {0}', refusalText(codeOf(error), message));
  if ((await vscode.window.showErrorMessage(text, show)) === show) log.show();
}

/** Of a StoreError. Not by its class: the engine's bundle has one of its own. */
function codeOf(error: unknown): string | undefined {
  const code: unknown =
    error instanceof Error && error.name === 'StoreError' ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : undefined;
}
