import type { Logger } from '@/lib/log';
import { WakeSignal } from '@/lib/wake-signal';
import type { Pause } from './pace';

export interface Loop {
  /** Runs the work now, or as soon as the current run has ended. */
  wake(): void;
  /** Starts no further run. Resolves when the current run has ended. */
  stop(): Promise<void>;
}

const MAX_PAUSE_MS = 30_000;

/**
 * After a failure, a wake ends the pause no earlier than this. Otherwise, every pushed transaction
 * would cause a retry while the database is down.
 */
const MIN_RETRY_MS = 5_000;

/** Added to every pause, because a timer may fire a moment early, when nothing is due yet. */
const EARLY_MS = 2;

/**
 * Runs `work` repeatedly: immediately when woken, otherwise after the pause that it returns. A
 * failed run is logged and retried after half a minute at most; a wake shortens the pause to five
 * seconds.
 *
 * @param work gets whether it was woken, and whether it is a retry. It resolves with the pause
 *   before the next run
 */
export function startLoop(
  name: string,
  log: Logger,
  work: (signal: AbortSignal, woken: boolean) => Promise<Pause>,
): Loop {
  const stopping = new AbortController();
  const nudge = new WakeSignal();
  const end = new WakeSignal();
  let failures = 0;
  let woken = false;

  async function runOnce(): Promise<Pause> {
    const wasWoken = woken;
    woken = false;
    try {
      const pause = await work(stopping.signal, wasWoken);
      failures = 0;
      return pause;
    } catch (err) {
      failures++;
      woken = true;
      log.error({ err, job: name, failures }, 'job failed; it will be retried');
      const ms = Math.min(1_000 * 2 ** (failures - 1), MAX_PAUSE_MS);
      return { ms, minMs: Math.min(ms, MIN_RETRY_MS) };
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const { ms, minMs = 0 } = await runOnce();
      if (minMs > 0) await end.wait(minMs);
      await nudge.wait(ms > minMs ? ms - minMs + EARLY_MS : 0);
    }
  }

  const ended = run();
  return {
    wake() {
      woken = true;
      nudge.call();
    },
    async stop() {
      stopping.abort();
      nudge.call();
      end.call();
      await ended;
    },
  };
}
