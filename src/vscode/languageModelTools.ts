import * as vscode from 'vscode';
import type { MemoryRecord } from '../memory/types';
import { languageModelPrefix, type ToolDefinition, type ToolReply } from '../tools/tool';
import { userOrProjectMemory } from './areas';
import { toolDescriptions } from './contributions';
import { plainMarkdown } from './plainMarkdown';
import { askPurge } from './purgeQuestion';
import { RecalledLabels } from './recalledLabels';
import { savedId } from './savedId';
import type { MemorySession } from './session';
import { confirmSaves } from './settings';
import { askSuspicious } from './suspiciousText';
import { invocationText } from './toolTexts';

export interface ToolOptions {
  readonly log: vscode.LogOutputChannel;
  readonly onSaved: (record: MemoryRecord) => void;
}

/** Registers every core tool for chat. Disposed when the memory or this surface is switched off. */
export function registerLanguageModelTools(session: MemorySession, options: ToolOptions): vscode.Disposable {
  const labels = new RecalledLabels();
  return vscode.Disposable.from(
    ...Object.keys(toolDescriptions).map((name) =>
      vscode.lm.registerTool(languageModelPrefix + name, new MemoryTool(name, session, labels, options)),
    ),
  );
}

class MemoryTool implements vscode.LanguageModelTool<unknown> {
  readonly #name: string;
  readonly #session: MemorySession;
  readonly #labels: RecalledLabels;
  readonly #options: ToolOptions;

  constructor(name: string, session: MemorySession, labels: RecalledLabels, options: ToolOptions) {
    this.#name = name;
    this.#session = session;
    this.#labels = labels;
    this.#options = options;
  }

  async prepareInvocation(
    options: vscode.LanguageModelToolInvocationPrepareOptions<unknown>,
  ): Promise<vscode.PreparedToolInvocation> {
    const invocationMessage = invocationText(this.#name);
    const confirmationMessages = confirmation(await toolNamed(this.#name), options.input, this.#labels);
    return confirmationMessages === undefined
      ? { invocationMessage }
      : { invocationMessage, confirmationMessages };
  }

  /**
   * Refusals are results. Nothing is thrown, not even for a fault of ours: the editor logs the parameters of a
   * call that throws, and they may hold the secret that was refused.
   */
  async invoke(
    options: vscode.LanguageModelToolInvocationOptions<unknown>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    const abort = new AbortController();
    const cancellation = token.onCancellationRequested(() => abort.abort());
    if (token.isCancellationRequested) abort.abort();
    try {
      const { engine } = await import('./engine');
      const reply = await engine.runTool(await toolNamed(this.#name), options.input, {
        ...(await this.#session.toolContext('chat tool', abort.signal)),
        confirm: (question) => {
          if (question.kind === 'poisoned') return askSuspicious(question);
          // In chat the person has just confirmed (see prepareInvocation); elsewhere nobody has been asked yet.
          return options.toolInvocationToken === undefined ? askPurge(question) : Promise.resolve(true);
        },
      });
      this.#labels.note(reply.structured);
      if (!reply.isError) this.#tellSaved(reply.structured);
      return textResult(reply.texts);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#options.log.error(`${this.#name} failed: ${message}`);
      return textResult([JSON.stringify({ error: { code: 'store_unavailable', message } })]);
    } finally {
      cancellation.dispose();
    }
  }

  /** The agent does not wait for it, and what is saved stays saved where it fails. */
  #tellSaved(answer: ToolReply['structured']): void {
    const id = savedId(this.#name, answer);
    if (id === undefined) return;
    userOrProjectMemory(this.#session, id).then(
      (record) => {
        if (record !== undefined) this.#options.onSaved(record);
      },
      (error: unknown) => this.#options.log.warn('What was saved could not be shown.', error),
    );
  }
}

/** Loads the tools on first need: their code is large, and a window may never use them. */
async function toolNamed(name: string): Promise<ToolDefinition> {
  const { engine } = await import('./engine');
  const tool = engine.coreTools.find((each) => each.name === name);
  if (tool === undefined) throw new Error(`There is no tool ${name}.`);
  return tool;
}

function textResult(texts: readonly string[]): vscode.LanguageModelToolResult {
  return new vscode.LanguageModelToolResult(texts.map((text) => new vscode.LanguageModelTextPart(text)));
}

/** Forgetting is always asked; a save as the setting says. */
function confirmation(
  tool: ToolDefinition,
  input: unknown,
  labels: RecalledLabels,
): vscode.LanguageModelToolConfirmationMessages | undefined {
  switch (tool.purpose(input)) {
    case 'read':
      return undefined;
    case 'save':
      return savesAreAsked()
        ? { title: vscode.l10n.t('Save this memory?'), message: plain(savedText(input)) }
        : undefined;
    case 'forget':
      return field(input, 'purge') === undefined
        ? { title: vscode.l10n.t('Forget this memory?'), message: plain(forgottenText(input, labels)) }
        : {
            title: vscode.l10n.t('Delete this memory for good?'),
            message: plain(forgottenText(input, labels)),
          };
  }
}

function savesAreAsked(): boolean {
  const setting = confirmSaves();
  return setting === 'always' || (setting === 'untrusted' && !vscode.workspace.isTrusted);
}

/** What would be saved, as far as the raw parameters tell. */
function savedText(input: unknown): string {
  const heading = field(input, 'title') ?? field(input, 'key') ?? field(input, 'fact_key');
  const body = field(input, 'content') ?? field(input, 'observation') ?? field(input, 'value');
  return [heading, body].filter((part) => part !== undefined).join('\n');
}

/** What would be forgotten, as the call names it, and its label where a tool has just shown it. */
function forgottenText(input: unknown, labels: RecalledLabels): string {
  const label = labels.get(field(input, 'id') ?? '');
  const named = ['id', 'source_id', 'category', 'key', 'scope', 'project', 'workspace'].flatMap((name) => {
    const value = field(input, name);
    return value === undefined ? [] : [`${name}: ${value}`];
  });
  return [...(label === undefined ? [] : [label]), ...named].join('\n');
}

/** A parameter as text; undefined when absent, blank, false or no simple value. */
function field(input: unknown, name: string): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const value: unknown = Reflect.get(input, name);
  if (value === true) return 'true';
  return typeof value === 'string' && value.trim() !== '' && value !== 'false' ? value : undefined;
}

/** The text of a model, with nothing in it read as markup. */
function plain(text: string): vscode.MarkdownString {
  return new vscode.MarkdownString(plainMarkdown(text));
}
