import { appendFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { registerModelProvider } from './languageModelApi';
import type { ModelInformation, ModelProvider, RequestMessage } from './languageModelApi';
import { EmptyFolders } from './emptyFolders';
import type { ModelRequest } from './modelRequest';
import { parseResult, parseScript, resolveReferences } from './script';

const MODEL: ModelInformation = {
  id: 'scripted',
  name: 'Scripted',
  family: 'scripted',
  version: '1',
  maxInputTokens: 100_000,
  maxOutputTokens: 8_000,
  isUserSelectable: true,
  isDefault: true,
  capabilities: { toolCalling: true, imageInput: false },
};

/** What a suite in the same host can ask of the model. */
export interface ScriptedModelApi {
  /** One for each request the editor made, oldest first. */
  readonly requests: readonly ModelRequest[];
}

export function activate(context: vscode.ExtensionContext): ScriptedModelApi {
  const requests: ModelRequest[] = [];
  context.subscriptions.push(registerModelProvider('scripted', scriptedModel(requests)));
  context.subscriptions.push(vscode.workspace.registerFileSystemProvider('memory-only', new EmptyFolders()));
  return { requests };
}

/**
 * Follows the script in the newest message that holds one: `CALL tool {json}` step after step, each with the
 * result of the one before (of an earlier message, for the first) at hand as `$LAST`; then says the last result between `FINAL: ` and
 * ` [END]`. `TOOLS` answers with the names of the tools offered.
 */
function scriptedModel(requests: ModelRequest[]): ModelProvider {
  const log = process.env['SCRIPTED_MODEL_LOG'];
  return {
    provideLanguageModelChatInformation: () => [MODEL],
    provideTokenCount: (_model, text) =>
      Promise.resolve(typeof text === 'string' ? Math.ceil(text.length / 4) : 10),
    provideLanguageModelChatResponse: (_model, messages, options, progress) => {
      const tools = (options.tools ?? []).map((tool) => tool.name);
      const request = {
        tools,
        text: messages.map(textOf).join('\n'),
        results: messages.flatMap(resultsOf),
      };
      requests.push(request);
      if (log !== undefined) appendFileSync(log, `${JSON.stringify(request)}\n`);
      try {
        progress.report(answer(messages, tools, requests.length));
      } catch (error) {
        progress.report(final(`the script failed: ${String(error)}`));
      }
      return Promise.resolve();
    },
  };
}

function answer(
  messages: readonly RequestMessage[],
  tools: readonly string[],
  request: number,
): vscode.LanguageModelTextPart | vscode.LanguageModelToolCallPart {
  const turn = messages.findLastIndex((message) => /\bCALL\s|\bTOOLS\b/.test(textOf(message)));
  const results = messages.slice(Math.max(turn, 0)).flatMap(resultsOf);
  const last = results.at(-1);
  const step = parseScript(textOf(messages[turn]))[results.length];
  if (step !== undefined) {
    const name = tools.find((tool) => tool === step.tool || tool.endsWith(`_${step.tool}`));
    if (name === undefined) throw new Error(`no tool ${step.tool} is offered`);
    const before = messages.flatMap(resultsOf).at(-1);
    const input = resolveReferences(step.input, parseResult(before ?? '')) as object;
    return new vscode.LanguageModelToolCallPart(`call-${request}`, name, input);
  }
  return final(last ?? `tools offered: ${tools.join(', ')}`);
}

function final(text: string): vscode.LanguageModelTextPart {
  return new vscode.LanguageModelTextPart(`FINAL: ${text} [END]`);
}

function textOf(message: RequestMessage | undefined): string {
  return (message?.content ?? [])
    .map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ''))
    .join('\n');
}

function resultsOf(message: RequestMessage): readonly string[] {
  return message.content
    .filter((part) => part instanceof vscode.LanguageModelToolResultPart)
    .map((part) =>
      part.content
        .map((item) => (item instanceof vscode.LanguageModelTextPart ? item.value : JSON.stringify(item)))
        .join(''),
    );
}
