import type { ToolContext } from './tool';
import { rejectedByGuard, type Failed } from './toolFailure';

/**
 * Refuses text that gives orders to a later reader. A person saving by hand is asked instead, and so is the person at an
 * agent's save where the setting says so and somebody can be asked.
 */
export async function refusePoisoned(
  context: ToolContext,
  input: Readonly<Record<string, unknown>>,
): Promise<Failed | undefined> {
  const guard = await context.host.guard();
  const poisoning = guard.poisoning(Object.values(input).flatMap(textsOf));
  if (poisoning === undefined) return undefined;
  const asks = context.savedBy === 'person' || context.host.settings.guard.poisoning === 'ask';
  if (asks && (await context.confirm?.({ kind: 'poisoned', ...poisoning })) === true) return undefined;
  return rejectedByGuard(poisoning.seen);
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.flatMap(textsOf) : [];
}
