import * as vscode from 'vscode';
import type { Area } from '../../memory/types';
import { age } from '../age';
import { readableAreas } from '../areas';
import { askPurge } from '../purgeQuestion';
import type { MemorySession } from '../session';
import { firstLine } from '../views/memoryTexts';

/** Of each kind and project, newest first: as many as somebody reads through. */
const LISTED = 200;
/** Of what was chosen, as many as are named in the question. */
const NAMED = 5;

interface Choice extends vscode.QuickPickItem {
  readonly area: Area;
  /** Exactly one of the two. */
  readonly prompt?: string;
  readonly session?: string;
}

/** Palette: deletes what was asked, and what sessions were summarised with, for good. Neither is a memory. */
export async function deletePrompts(session: MemorySession): Promise<void> {
  const title = vscode.l10n.t('Delete Prompts for Good');
  const choices = await choicesIn(session);
  if (choices.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('No prompts and no summaries of sessions are kept here.'),
    );
    return;
  }
  const chosen = await vscode.window.showQuickPick(choices, {
    title,
    placeHolder: vscode.l10n.t('Choose what no copy is to stay of on the disk'),
    canPickMany: true,
    matchOnDescription: true,
  });
  if (chosen === undefined || chosen.length === 0) return;
  const labels = chosen.slice(0, NAMED).map(({ label }) => label);
  if (!(await askPurge({ kind: 'purge', labels, total: chosen.length }))) return;
  const host = await session.host();
  await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Deleting for good...') },
    async () => {
      for (const [area, own] of byArea(chosen)) {
        const prompts = own.flatMap(({ prompt }) => prompt ?? []);
        const sessions = own.flatMap(({ session: id }) => id ?? []);
        await host.purge(area, prompts, 'person', sessions);
      }
    },
  );
  const [first] = labels;
  const text = chosen.length === 1 && first !== undefined ? first : String(chosen.length);
  void vscode.window.showInformationMessage(vscode.l10n.t('Deleted for good: {0}', text));
}

async function choicesIn(session: MemorySession): Promise<readonly Choice[]> {
  const { engine } = await import('../engine');
  const host = await session.host();
  const areas = (await readableAreas(session)).filter((area) => area.kind === 'project');
  const choices: Choice[] = [];
  for (const area of areas) {
    const { prompts, summarised } = await host.use(area, (opened) =>
      opened.read((db) => ({
        prompts: engine.lastPrompts(db, LISTED),
        summarised: engine.lastSummarised(db, LISTED),
      })),
    );
    const told = (what: string, at: string): string => {
      const parts = [what, age(at, host.now(), vscode.env.language)];
      return [...(areas.length > 1 ? [area.name] : []), ...parts].join(' · ');
    };
    for (const { uuid, content, created_at } of prompts) {
      const description = told(vscode.l10n.t('Prompt'), created_at);
      choices.push({ label: firstLine(content, 80), description, area, prompt: uuid });
    }
    for (const { session_id, summary, started_at } of summarised) {
      const description = told(vscode.l10n.t('Summary of a session'), started_at);
      choices.push({ label: firstLine(summary, 80), description, area, session: session_id });
    }
  }
  return choices;
}

function byArea(choices: readonly Choice[]): ReadonlyMap<Area, readonly Choice[]> {
  const groups = new Map<Area, Choice[]>();
  for (const choice of choices) groups.set(choice.area, [...(groups.get(choice.area) ?? []), choice]);
  return groups;
}
