import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';

describe('the extension', () => {
  it('activates by itself when a window has started', async () => {
    const extension = vscode.extensions.getExtension('project-memory.project-memory');
    assert.ok(extension, 'the extension is not installed');
    await extension.activate();
    assert.equal(extension.isActive, true);
  });
});
