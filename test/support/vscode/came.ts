import type { Locator } from 'playwright-core';

/** Whether an element shows within some milliseconds: undefined where it does not, so that `poll` tries again. */
export async function came(awaited: Locator, timeout = 5000): Promise<true | undefined> {
  return awaited.waitFor({ timeout }).then(
    () => true,
    () => undefined,
  );
}
