import type { IsomorphicHeaders } from '@modelcontextprotocol/sdk/types.js';

const NAME = 'x-idempotency-key';

/**
 * The idempotency key that came with a call: the header `X-Idempotency-Key` over HTTP, or `x-idempotency-key` in the
 * call's `_meta` over any transport. Unchecked: the tool says what is wrong with it. Two that differ are none that counts.
 */
export function givenIdempotencyKey(
  headers: IsomorphicHeaders | undefined,
  meta: Readonly<Record<string, unknown>> | undefined,
): unknown {
  const header = headers?.[NAME];
  const inMeta = meta?.[NAME] ?? undefined;
  if (header === undefined || inMeta === undefined) return header ?? inMeta;
  return header === inMeta ? header : [header, inMeta];
}
