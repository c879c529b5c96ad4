import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { poll } from '../../support/poll';
import type { ModelRequest } from '../scripted-model/modelRequest';
import type { ScriptedModelApi } from '../scripted-model/extension';

/** Requests that the editor made of the scripted model, oldest first. */
export async function modelRequests(): Promise<readonly ModelRequest[]> {
  const extension = vscode.extensions.getExtension<ScriptedModelApi>('project-memory-test.scripted-model');
  assert.ok(extension, 'the scripted model is not installed');
  return [...(await extension.activate()).requests];
}

/**
 * Sends a script (`CALL tool {json} ...`) to Agent mode, accepts every tool that asks, and returns the texts of the
 * tools' results.
 */
export async function runInAgent(script: string): Promise<readonly string[]> {
  const steps = script.match(/\bCALL\s/g)?.length ?? 0;
  const before = await modelRequests();
  const known = before.at(-1)?.results.length ?? 0;
  await vscode.lm.selectChatModels({ vendor: 'scripted' });
  // The first message makes the workbench start its chat extension, and waits for it.
  await vscode.commands.executeCommand('workbench.action.chat.open', {
    query: script,
    mode: 'agent',
    modelSelector: { vendor: 'scripted', id: 'scripted' },
  });
  return poll(
    `${steps} tool results in Agent mode`,
    async () => {
      const requests = await modelRequests();
      const results = requests.length > before.length ? (requests.at(-1)?.results.slice(known) ?? []) : [];
      if (requests.length > before.length && results.length >= steps) return results;
      await vscode.commands.executeCommand('workbench.action.chat.acceptTool');
      return undefined;
    },
    90_000,
  );
}
