import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { poll } from '../../support/poll';

// In two parts, so that no scanner takes this file for a leak.
const SECRET = ['AKIA', 'Z7QK3MNP5RTVWXY2'].join('');

async function invoke(tool: string, input: object): Promise<Record<string, unknown>> {
  const { content } = await vscode.lm.invokeTool(tool, { input, toolInvocationToken: undefined });
  const texts = content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ''));
  return JSON.parse(texts[0] ?? '') as Record<string, unknown>;
}

function set(name: string, value: unknown): Thenable<void> {
  return vscode.workspace
    .getConfiguration('projectMemory')
    .update(name, value, vscode.ConfigurationTarget.Global);
}

function codeOf(answer: Record<string, unknown>): unknown {
  return (answer['error'] as { readonly code?: unknown } | undefined)?.code;
}

describe('what a person sets for every program on the store', () => {
  let file = '';

  before(async () => {
    await vscode.extensions.getExtension('project-memory.project-memory')?.activate();
    // Opens the store.
    const saved = await invoke('projectMemory_mem_save', {
      title: `Settings of ${process.pid}`,
      content: 'Are shared.',
    });
    assert.equal(saved['status'], 'inserted', JSON.stringify(saved));
    const { store } = await invoke('projectMemory_mem_current_project', {});
    file = path.join(String(store), 'settings.json');
  });
  after(async () => {
    for (const name of ['guard.secrets', 'limits.callsPerMinute']) await set(name, undefined);
  });

  /** Waits until the file says so. */
  const told = (section: string, name: string, value: unknown): Promise<true> =>
    poll(`${section}.${name} in settings.json`, () => {
      try {
        const settings = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, unknown>>;
        return settings[section]?.[name] === value ? true : undefined;
      } catch {
        return undefined;
      }
    });

  it('is written where servers read it, for this person alone, and counts in chat', async () => {
    await set('guard.secrets', 'refuse');
    await told('guard', 'secrets', 'refuse');
    if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600);
    const save = { title: `A token of ${process.pid}`, content: `It is ${SECRET}.` };
    assert.equal(codeOf(await invoke('projectMemory_mem_save', save)), 'rejected_by_guard');
    await set('guard.secrets', undefined);
    await told('guard', 'secrets', 'redact');
    assert.equal((await invoke('projectMemory_mem_save', save))['status'], 'inserted');
  });

  it('bounds the calls of this window too', async () => {
    await set('limits.callsPerMinute', 1);
    await told('limits', 'callsPerMinute', 1);
    await invoke('projectMemory_mem_current_project', {});
    assert.equal(codeOf(await invoke('projectMemory_mem_current_project', {})), 'rate_limited');
    await set('limits.callsPerMinute', undefined);
    await told('limits', 'callsPerMinute', 600);
    assert.equal(codeOf(await invoke('projectMemory_mem_current_project', {})), undefined);
  });
});
