import type { z } from 'zod';
import type { MemoryHost } from '../memory/memoryHost';
import type { Request } from '../memory/requests';
import type { ProjectResolver } from '../project/projectResolver';
import type { CallLimit } from './callLimit';
import type { ToolFailure } from './toolFailure';

/** Prefix of the language-model names; the MCP server uses the plain ones. */
export const languageModelPrefix = 'projectMemory_';

/** What only a person may decide. */
export type PersonQuestion =
  /** Whether memories are removed for good: the labels of the first few, and how many there are. */
  | { readonly kind: 'purge'; readonly labels: readonly string[]; readonly total: number }
  /** Whether a text is saved in which orders to a later reader were seen. */
  | { readonly kind: 'poisoned'; readonly seen: string };

/** What a tool call may use. One for each call, made by the surface. */
export interface ToolContext {
  readonly host: MemoryHost;
  readonly projects: ProjectResolver;
  /** Who is calling: `person`, `chat tool`, or the MCP client's name. Only this counts for trust. */
  readonly savedBy: string;
  /** The tools this surface serves, for mem_current_project. */
  readonly toolSet: 'none' | 'core' | 'full';
  readonly signal?: AbortSignal;
  /** How many calls the process answers; absent: any number. */
  readonly callLimit?: CallLimit;
  /** As the client gave it, unchecked. */
  readonly idempotencyKey?: unknown;
  /** Asks the person, in words of the surface's own. Absent: nobody can be asked here. */
  readonly confirm?: (question: PersonQuestion) => Promise<boolean>;
  /** Where the text of a save stands, as the surface knows it: `src/a.ts:3-9`. */
  readonly sourceId?: string;
}

/** What `runTool` adds to the context before a handler sees it. */
export interface CallContext extends ToolContext {
  /** Rules of the guard that struck in the input; the input the handler gets is already redacted. */
  readonly redacted: readonly string[];
  /** Of a save that came with an idempotency key. */
  readonly request?: Request;
}

/** Expected outcomes are values. */
export type ToolResult =
  | {
      readonly kind: 'ok';
      readonly value: Readonly<Record<string, unknown>>;
      /** Said beside the answer, where its fields are fixed. */
      readonly note?: string;
    }
  | { readonly kind: 'error'; readonly failure: ToolFailure };

export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly openWorldHint: false;
}

/** When the person is asked before a call, beyond what the setting on saves says. */
export type CallPurpose = 'read' | 'save' | 'forget';

export interface ToolDefinition {
  /** MCP name; the language-model name is the prefix and this. */
  readonly name: string;
  readonly title: string;
  /** `#name` in chat; equals `name` but for `memory`. */
  readonly referenceName: string;
  /** For the model, <= 1,024 characters. */
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  readonly annotations: ToolAnnotations;
  /** What this call is about to do. Pure and immediate: it may be asked of input that is not yet valid. */
  purpose(input: unknown): CallPurpose;
  /** Parameters this call looks at, when that depends on the call: any other is ignored, whatever it holds. */
  readonly relevant?: (input: Readonly<Record<string, unknown>>) => readonly string[] | undefined;
  /** Its saves may come with an idempotency key. */
  readonly idempotent?: true;
  /** How errors read, where the tool's contract fixes their text. */
  readonly errorTexts?: (failure: ToolFailure) => readonly string[];
  handle(input: Readonly<Record<string, unknown>>, context: CallContext): Promise<ToolResult>;
}

/** A tool's answer as both surfaces send it. */
export interface ToolReply {
  readonly isError: boolean;
  /** One text part each. */
  readonly texts: readonly string[];
  /** Only on success. */
  readonly structured?: Readonly<Record<string, unknown>>;
}

interface TypedTool<Input extends z.ZodObject> extends Omit<ToolDefinition, 'input' | 'handle'> {
  readonly input: Input;
  handle(input: z.output<Input>, context: CallContext): Promise<ToolResult>;
}

/** Ties a handler's input to its schema; `runTool` is the only caller and passes what the schema gave. */
export function defineTool<Input extends z.ZodObject>(tool: TypedTool<Input>): ToolDefinition {
  return {
    ...tool,
    handle: (input, context) => tool.handle(input as z.output<Input>, context),
  };
}
