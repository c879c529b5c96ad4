import assert from 'node:assert/strict';
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { poll } from '../../support/poll';

async function report(): Promise<vscode.TextDocument> {
  await vscode.commands.executeCommand('projectMemory.checkStore');
  const document = vscode.window.activeTextEditor?.document;
  assert.ok(document, 'nothing was opened');
  return document;
}

describe('Check Store', () => {
  before(async () => {
    await vscode.extensions.getExtension('project-memory.project-memory')?.activate();
    await vscode.lm.invokeTool('projectMemory_memory', {
      input: { action: 'save', category: 'other', key: 'checked', value: 'Likes to see the store in order' },
      toolInvocationToken: undefined,
    });
  });

  it('shows the report of the doctor, and checks again when it is open already', async () => {
    const document = await report();
    assert.match(document.getText(), /^# Project Memory store: healthy/);
    const folder = /^- Folder: (.*)$/m.exec(document.getText())?.[1] ?? '';
    const leftOver = path.join(folder, 'user', 'tmp-left-over');
    writeFileSync(leftOver, '', { mode: 0o600 });
    const anHourAgo = new Date(Date.now() - 3_600_000);
    utimesSync(leftOver, anHourAgo, anHourAgo);
    try {
      const before = document.version;
      await report();
      await poll('the new check', () => (document.version > before ? true : undefined));
      assert.match(document.getText(), /warning: tmp-left-over .* was left by a process that was stopped/);
      assert.match(document.getText(), /mcp-server\.js" doctor --storage .* --repair$/m);
    } finally {
      rmSync(leftOver);
    }
    assert.equal(document.isDirty, false);
  });
});
