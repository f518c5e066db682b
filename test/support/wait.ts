import { setTimeout as sleep } from 'node:timers/promises';

type Found<T> = Exclude<T, false | null | undefined>;

/**
 * Waits until `condition` returns a value other than false, null or undefined. Returns this value.
 * Retries a condition that throws.
 *
 * @throws Error with `what` after the timeout; its cause is the condition's last error
 */
export async function until<T>(
  what: string,
  condition: () => T | Promise<T>,
  timeoutMs = 60_000,
): Promise<Found<T>> {
  const deadline = Date.now() + timeoutMs;
  for (let pauseMs = 5; ; pauseMs = Math.min(pauseMs * 1.5, 100)) {
    let thrown: unknown;
    try {
      const value = await condition();
      if (value !== false && value !== null && value !== undefined) return value as Found<T>;
    } catch (error) {
      thrown = error;
    }
    if (Date.now() > deadline) {
      throw new Error(`Waited ${timeoutMs} ms in vain until ${what}`, { cause: thrown });
    }
    await sleep(pauseMs);
  }
}
