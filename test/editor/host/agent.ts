import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { poll } from '../../support/poll';
import type { ModelRequest } from '../scripted-model/modelRequest';
import type { ScriptedModelApi } from '../scripted-model/extension';

interface ChatAnswer {
  readonly type?: string;
}

/** Requests that the editor made of the scripted model, oldest first. */
export async function modelRequests(): Promise<readonly ModelRequest[]> {
  const extension = vscode.extensions.getExtension<ScriptedModelApi>('project-memory-test.scripted-model');
  assert.ok(extension, 'the scripted model is not installed');
  return (await extension.activate()).requests;
}

/**
 * Sends a script (`CALL tool {json} ...`) to Agent mode, accepts every tool that asks, and returns the texts of the
 * tools' results.
 */
export async function runInAgent(script: string): Promise<readonly string[]> {
  const steps = script.match(/\bCALL\s/g)?.length ?? 0;
  const before = await modelRequests();
  const since = before.length;
  const earlier = before.at(-1)?.results.length ?? 0;
  await vscode.lm.selectChatModels({ vendor: 'scripted' });
  // The first message makes the workbench start its chat extension; until its agent is there, the answer is empty.
  await poll('Agent mode to take the message', async () => {
    const answer = await vscode.commands.executeCommand<ChatAnswer | undefined>(
      'workbench.action.chat.open',
      {
        query: script,
        mode: 'agent',
        modelSelector: { vendor: 'scripted', id: 'scripted' },
        blockOnResponse: true,
      },
    );
    const started = (await modelRequests()).length > since;
    return started || answer?.type !== undefined ? true : undefined;
  });
  return poll('the tools to answer', async () => {
    const results = (await modelRequests()).at(-1)?.results.slice(earlier) ?? [];
    if (results.length >= steps) return results;
    await vscode.commands.executeCommand('workbench.action.chat.acceptTool');
    return undefined;
  });
}
