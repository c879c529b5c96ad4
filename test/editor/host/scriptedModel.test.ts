import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';

describe('the scripted model', () => {
  it('answers with the tools offered', async () => {
    const [model] = await vscode.lm.selectChatModels({ vendor: 'scripted' });
    assert.ok(model, 'the scripted model is not registered');
    const response = await model.sendRequest([vscode.LanguageModelChatMessage.User('TOOLS')]);
    let text = '';
    for await (const part of response.text) text += part;
    assert.match(text, /^FINAL: tools offered: /);
  });
});
