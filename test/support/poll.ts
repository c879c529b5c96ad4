import { setTimeout as delay } from 'node:timers/promises';

/**
 * Reads until there is something: the first value that is not undefined. Throws after `timeout` milliseconds, naming
 * `what` was awaited.
 */
export async function poll<T>(
  what: string,
  read: () => Promise<T | undefined> | T | undefined,
  timeout = 30_000,
): Promise<T> {
  const deadline = Date.now() + timeout;
  for (;;) {
    const value = await read();
    if (value !== undefined) return value;
    if (Date.now() > deadline) throw new Error(`Waited ${timeout} ms in vain for ${what}.`);
    await delay(50);
  }
}
