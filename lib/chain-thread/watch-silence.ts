import { setInterval } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';

export interface SilenceLimits {
  /** How often to check, in ms. The thread says something twice as often. */
  readonly checkMs: number;
  /** The most checks in a row that hear nothing. */
  readonly most: number;
}

/** The thread blocks for a second at most, by the largest answers of a node. */
export const SILENCE: SilenceLimits = { checkMs: 5_000, most: 6 };

/**
 * Calls `onSilence` once the thread has said nothing for too many checks, if it has not ended by then.
 * Checks are counted, not time: after a sleep of the machine both sides have missed the same.
 */
export async function watchSilence(
  worker: Worker,
  { checkMs, most }: SilenceLimits,
  onSilence: () => void,
): Promise<void> {
  let silentChecks = 0;
  let hasEnded = false;
  worker.on('message', () => {
    silentChecks = 0;
  });
  worker.once('exit', () => {
    hasEnded = true;
  });
  for await (const _ of setInterval(checkMs, undefined, { ref: false })) {
    if (hasEnded) return;
    silentChecks += 1;
    if (silentChecks > most) {
      onSilence();
      return;
    }
  }
}
