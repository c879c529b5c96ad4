import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { poll } from '../../support/poll';

const CHARACTERS = 95_000;
/** Together more than the megabyte at which a log is ended. */
const SAVES = 13;

async function invoke(tool: string, input: object): Promise<Record<string, unknown>> {
  const { content } = await vscode.lm.invokeTool(tool, { input, toolInvocationToken: undefined });
  const texts = content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ''));
  return JSON.parse(texts.join('')) as Record<string, unknown>;
}

/** The folder of the open project's database. */
async function database(): Promise<string> {
  await vscode.commands.executeCommand('projectMemory.checkStore');
  const report = vscode.window.activeTextEditor?.document.getText() ?? '';
  const folder = /^- Folder: (.*)$/m.exec(report)?.[1];
  const current = await invoke('projectMemory_mem_current_project', {});
  const [project] = current['project_candidates'] as readonly { readonly id: string }[];
  assert.ok(folder !== undefined && project !== undefined, report);
  return path.join(folder, 'projects', project.id);
}

function newestBase(folder: string): number {
  return Math.max(...readdirSync(folder).map((name) => Number(/^base-(\d+)-/.exec(name)?.[1] ?? 0)));
}

describe('the worker in the extension host', () => {
  before(async () => {
    await vscode.extensions.getExtension('project-memory.project-memory')?.activate();
  });

  it('makes a new base of a log that has outgrown it, and nothing is lost', async () => {
    const title = (n: number): string => `Folded number ${n} of ${process.pid}`;
    const save = async (n: number): Promise<void> => {
      const content = title(n).padEnd(CHARACTERS, '.');
      const saved = await invoke('projectMemory_mem_save', { title: title(n), content, type: 'discovery' });
      assert.equal(saved['status'], 'inserted', JSON.stringify(saved));
    };
    await save(0);
    const folder = await database();
    const base = newestBase(folder);
    for (let n = 1; n < SAVES; n++) await save(n);
    await poll('a newer base', () => (newestBase(folder) > base ? true : undefined));
    for (const n of [0, SAVES - 1]) {
      const found = await invoke('projectMemory_mem_search', { query: title(n) });
      const [first] = found['hits'] as readonly { readonly title: string }[];
      assert.equal(first?.title, title(n));
    }
  });
});
