import type { LimitReached } from '../memory/limits';
import { failed, type Failed } from './toolFailure';

/** As the contract of remember has them; the other tools say the same. */
const TEXTS = {
  workspace: 'maximum number of memories exceeded for workspace',
  project: 'project memory limit exceeded',
  user: 'maximum number of memories exceeded for tenant',
} as const;

/** Never says that memory is full: a model would delete memories to make room. */
export function limitExceeded({ limited, limit }: LimitReached): Failed {
  return failed('limit_exceeded', TEXTS[limited], {
    limit,
    hint: `This memory was not stored; nothing that is stored was lost. Do not delete memories for it: tell the user, who can raise projectMemory.limits.${limited}.`,
  });
}

/** `wait`: milliseconds until a call is answered again. */
export function rateLimited(wait: number): Failed {
  return failed('rate_limited', 'MCP rate limit exceeded', {
    retry_after_seconds: Math.ceil(wait / 1000),
    hint: 'This call did nothing. Wait, then repeat it.',
  });
}
