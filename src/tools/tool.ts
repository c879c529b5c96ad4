import type { z } from 'zod';
import type { MemoryHost } from '../memory/memoryHost';
import type { ProjectResolver } from '../project/projectResolver';

/** What a tool call may use. One for each call, made by the surface. */
export interface ToolContext {
  readonly host: MemoryHost;
  readonly projects: ProjectResolver;
  /** Who is calling: `person`, `chat tool`, or the MCP client's name. Only this counts for trust. */
  readonly savedBy: string;
  /** `full` or `core`, for mem_current_project. */
  readonly toolSet: 'none' | 'core' | 'full';
  readonly signal?: AbortSignal;
  /** Asks the person before text is removed for good. Absent: nobody can be asked here. */
  readonly confirm?: (question: string) => Promise<boolean>;
}

/** Expected outcomes are values. `details` stand beside `error` in the envelope. */
export type ToolResult =
  | { readonly kind: 'ok'; readonly value: Readonly<Record<string, unknown>> }
  | { readonly kind: 'error'; readonly texts: readonly string[] };

export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly openWorldHint: false;
}

/** Texts for people, translated where they are shown. */
export interface ToolPresentation {
  /** `Saving a memory` */
  readonly invocation: string;
}

export interface ToolDefinition<Input = unknown> {
  /** MCP name; the language-model name is `projectMemory_` + name. */
  readonly name: string;
  readonly title: string;
  /** `#name` in chat; equals `name` but for `memory`. */
  readonly referenceName: string;
  /** For the model, <= 1,024 characters. */
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  readonly annotations: ToolAnnotations;
  readonly presentation: ToolPresentation;
  /** What the person is asked before this call, if anything. Pure and immediate: no store, no disk. */
  confirmation?(input: unknown): { readonly title: string; readonly message: string } | undefined;
  handle(input: Input, context: ToolContext): Promise<ToolResult>;
}

/** A tool's answer as both surfaces send it. */
export interface ToolReply {
  readonly isError: boolean;
  /** One text part each. */
  readonly texts: readonly string[];
  /** Only on success. */
  readonly structured?: Readonly<Record<string, unknown>>;
}
