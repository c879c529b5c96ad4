import { cleanText } from '../guard/cleanText';
import { LimitReached } from '../memory/limits';
import { StoreError } from '../store/types';
import { requestOf } from './idempotency';
import { limitExceeded, rateLimited } from './limitFailures';
import { parseInput } from './parseInput';
import { refusePoisoned } from './poisoning';
import { refuseSecrets } from './secretSaves';
import type { ToolContext, ToolDefinition, ToolReply, ToolResult } from './tool';
import { envelope, failed, invalidParams, type Failed } from './toolFailure';

/**
 * One call of one tool: private spans and secrets are removed from the whole input before anything else looks
 * at it, then it is validated, a save is searched for orders to a later reader, and it is handled. Refusals are replies; only a broken promise of our own rejects.
 */
export async function runTool(
  tool: ToolDefinition,
  rawInput: unknown,
  context: ToolContext,
): Promise<ToolReply> {
  return reply(tool, await call(tool, rawInput, context));
}

async function call(tool: ToolDefinition, rawInput: unknown, context: ToolContext): Promise<ToolResult> {
  if (isCancelled(context))
    return failed('cancelled', 'the call was cancelled before it began; nothing was changed');
  try {
    const wait = context.callLimit?.take() ?? 0;
    if (wait > 0) return rateLimited(wait);
    const { host } = context;
    const guard = await host.guard();
    const { value, rules } = guard.redact(rawInput);
    const parsed = parseInput(tool, value);
    if (parsed.kind === 'invalid') return invalidParams(parsed.problems.join('; '));
    const isSave = tool.purpose(parsed.value) === 'save';
    const request =
      isSave && tool.idempotent === true
        ? requestOf(tool.name, context.idempotencyKey, cleanInput(parsed.value), await host.hmac())
        : undefined;
    if (request !== undefined && 'kind' in request) return request;
    // Before the texts are cleaned: hidden characters are part of what the guard looks for.
    if (isSave) {
      const refused = refuseSecrets(host.settings, rules) ?? (await refusePoisoned(context, parsed.value));
      if (refused !== undefined) return refused;
    }
    return await tool.handle(cleanInput(parsed.value), {
      ...context,
      // The client chooses its own name.
      savedBy: guard.redact(context.savedBy).value,
      ...(context.sourceId === undefined ? {} : { sourceId: guard.redact(context.sourceId).value }),
      redacted: rules,
      ...(request === undefined ? {} : { request }),
    });
  } catch (error) {
    if (isCancelled(context)) return failed('cancelled', 'the call was cancelled');
    const failure = error instanceof LimitReached ? limitExceeded(error) : storeFailure(error);
    if (failure !== undefined) return failure;
    throw error;
  }
}

/** What keeps the store from answering; undefined for a fault of ours. */
export function storeFailure(error: unknown): Failed | undefined {
  if (error instanceof StoreError) {
    const why = error.code === 'read_only' ? `store is read-only: ${error.message}` : error.message;
    return failed(error.code, why);
  }
  // What cannot be opened, read or written: the person must know which file and why.
  return isSystemError(error)
    ? failed('store_unavailable', `the memory store failed: ${error.message}`)
    : undefined;
}

function isCancelled({ signal }: ToolContext): boolean {
  return signal?.aborted === true;
}

/** Texts in the one form in which they are stored and looked up. */
function cleanInput(input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const clean = (value: unknown): unknown => {
    if (typeof value === 'string') return cleanText(value);
    return Array.isArray(value) ? value.map(clean) : value;
  };
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, clean(value)]));
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
