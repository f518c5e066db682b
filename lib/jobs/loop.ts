import type { Logger } from '@/lib/log';
import { Nudge } from '@/lib/webhooks/nudge';

export interface Loop {
  /** Runs the work now, or again right after the current run. */
  wake(): void;
  /** Starts no further run and resolves at the end of the current one. */
  stop(): Promise<void>;
}

const LONGEST_PAUSE_MS = 30_000;

/**
 * Runs `work` repeatedly: at once when woken, else after the pause it returns. A failed run is
 * logged and retried, with growing waits up to half a minute.
 *
 * @param work resolves with the pause before the next run, in ms
 */
export function startLoop(
  name: string,
  log: Logger,
  work: (signal: AbortSignal) => Promise<number>,
): Loop {
  const stopping = new AbortController();
  const nudge = new Nudge();
  let failures = 0;

  async function runOnce(): Promise<number> {
    try {
      const pause = await work(stopping.signal);
      failures = 0;
      return pause;
    } catch (err) {
      failures++;
      log.error({ err, job: name, failures }, 'job failed; it will be retried');
      return Math.min(1_000 * 2 ** (failures - 1), LONGEST_PAUSE_MS);
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) await nudge.wait(await runOnce());
  }

  const ended = run();
  return {
    wake: () => nudge.call(),
    async stop() {
      stopping.abort();
      nudge.call();
      await ended;
    },
  };
}
