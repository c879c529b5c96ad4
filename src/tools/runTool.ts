import { StoreError } from '../store/types';
import { parseInput } from './parseInput';
import type { ToolContext, ToolDefinition, ToolReply, ToolResult } from './tool';
import { envelope, failed, invalidParams } from './toolFailure';

/**
 * One call of one tool: private spans and secrets are removed from the whole input before anything else looks
 * at it, then it is validated and handled. Refusals are replies; only a broken promise of our own rejects.
 */
export async function runTool(
  tool: ToolDefinition,
  rawInput: unknown,
  context: ToolContext,
): Promise<ToolReply> {
  return reply(tool, await call(tool, rawInput, context));
}

async function call(tool: ToolDefinition, rawInput: unknown, context: ToolContext): Promise<ToolResult> {
  try {
    const guard = await context.host.guard();
    const { value, rules } = guard.redact(rawInput);
    const parsed = parseInput(tool, value);
    if (parsed.kind === 'invalid') return invalidParams(parsed.problems.join('; '));
    return await tool.handle(parsed.value, { ...context, redacted: rules });
  } catch (error) {
    if (context.signal?.aborted === true) return failed('cancelled', 'the call was cancelled');
    if (error instanceof StoreError) {
      const why = error.code === 'read_only' ? `store is read-only: ${error.message}` : error.message;
      return failed(error.code, why);
    }
    // What cannot be opened, read or written: the person must know which file and why.
    if (isSystemError(error)) return failed('store_unavailable', `the memory store failed: ${error.message}`);
    throw error;
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string';
}

function reply(tool: ToolDefinition, result: ToolResult): ToolReply {
  if (result.kind === 'ok') {
    const text = JSON.stringify(result.value);
    return {
      isError: false,
      texts: result.note === undefined ? [text] : [text, result.note],
      structured: result.value,
    };
  }
  const { failure } = result;
  return { isError: true, texts: tool.errorTexts?.(failure) ?? [envelope(failure)] };
}
