import type { ToolContext } from './tool';
import { rejectedByGuard, type Failed } from './toolFailure';

/** Refuses text that gives orders to a later reader. A person saving by hand is asked instead. */
export async function refusePoisoned(
  context: ToolContext,
  input: Readonly<Record<string, unknown>>,
): Promise<Failed | undefined> {
  const guard = await context.host.guard();
  const poisoning = guard.poisoning(Object.values(input).flatMap(textsOf));
  if (poisoning === undefined) return undefined;
  if (context.savedBy === 'person' && (await context.confirm?.({ kind: 'poisoned', ...poisoning })) === true)
    return undefined;
  return rejectedByGuard(poisoning.seen);
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.flatMap(textsOf) : [];
}
