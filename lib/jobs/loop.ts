import type { Logger } from '@/lib/log';
import { Nudge } from '@/lib/webhooks/nudge';

export interface Loop {
  /** Runs the work now, or once more right after the run under way. */
  wake(): void;
  /** Starts nothing more and resolves when the run under way has ended. */
  stop(): Promise<void>;
}

const LONGEST_PAUSE_MS = 30_000;

/**
 * Runs `work` over and over: at once when woken, else after the pause it asks for. A run that
 * throws is logged and run again, later each time up to half a minute.
 *
 * @param work resolves with the pause until the next run, in ms
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
      log.error({ err, job: name, failures }, 'a job failed and will be run again');
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
