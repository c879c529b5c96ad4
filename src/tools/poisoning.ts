import type { ToolContext } from './tool';
import { rejectedByGuard, type Failed } from './toolFailure';

/** Refuses text that gives orders to a later reader. A person saving by hand is asked instead. */
export async function refusePoisoned(
  context: ToolContext,
  input: Readonly<Record<string, unknown>>,
): Promise<Failed | undefined> {
  const guard = await context.host.guard();
  const texts = Object.values(input).flatMap((value) =>
    Array.isArray(value) ? value.filter(isText) : isText(value) ? [value] : [],
  );
  const poisoning = guard.poisoning(texts);
  if (poisoning === undefined) return undefined;
  if (context.savedBy === 'person' && (await context.confirm?.(poisoning.seen)) === true) return undefined;
  return rejectedByGuard(poisoning.seen);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
