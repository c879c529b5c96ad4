import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { ErrorCode, McpError, type GetPromptResult, type Prompt } from '@modelcontextprotocol/sdk/types.js';
import { openRequest, requiredText, type RequestParams } from '../openRequest';
import type { ServerPart } from '../serverPart';
import type { ToolNames } from '../toolNames';
import { prompts, type PromptArguments, type PromptDefinition } from './promptTexts';

/** Texts that a person chooses to have the model recall or save. They touch no store: the tools they name do. */
export class Prompts implements ServerPart {
  readonly capabilities = { prompts: {} };
  readonly #tools: ToolNames;

  constructor(tools: ToolNames) {
    this.#tools = tools;
  }

  attach(server: Server): void {
    server.setRequestHandler(openRequest('prompts/list'), () => ({ prompts: prompts.map(listed) }));
    server.setRequestHandler(openRequest('prompts/get'), ({ params }) => this.#get(params));
  }

  close(): void {
    // Holds nothing.
  }

  #get(params: RequestParams): GetPromptResult {
    const name = requiredText(params, 'name');
    const prompt = prompts.find((each) => each.name === name);
    if (prompt === undefined) {
      throw invalid(`Unknown prompt. This server offers: ${prompts.map((each) => each.name).join(', ')}.`);
    }
    const text = prompt.text(givenArguments(prompt, params?.['arguments']), this.#tools);
    return {
      description: prompt.description,
      messages: [{ role: 'user', content: { type: 'text', text } }],
    };
  }
}

function listed({ name, title, description, arguments: parameters }: PromptDefinition): Prompt {
  return { name, title, description, arguments: parameters.map((each) => ({ ...each })) };
}

/** Throws an `McpError` that names every fault, and quotes nothing. */
function givenArguments(prompt: PromptDefinition, given: unknown): PromptArguments {
  if (given !== undefined && given !== null && typeof given !== 'object') {
    throw invalid(`The arguments of ${prompt.name} must be an object of texts.`);
  }
  const known = prompt.arguments.map(({ name }) => name);
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(given ?? {})) {
    if (value === null || value === undefined || value === '') continue;
    if (!known.includes(name)) throw invalid(`${prompt.name} takes only: ${known.join(', ')}.`);
    if (typeof value !== 'string') throw invalid(`${name} must be text.`);
    if (value.trim() !== '') values[name] = value.trim();
  }
  const missing = prompt.arguments.find(({ name, required }) => required && values[name] === undefined);
  if (missing !== undefined) throw invalid(`${prompt.name} needs ${missing.name}. ${missing.description}`);
  const fault = prompt.fault?.(values);
  if (fault !== undefined) throw invalid(fault);
  return values;
}

function invalid(message: string): McpError {
  return new McpError(ErrorCode.InvalidParams, message);
}
