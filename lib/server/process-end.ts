import type { Logger } from '@/lib/log';
import { setReady } from '@/lib/readiness';

const DRAIN_LIMIT_MS = 20_000;

/** The steps run in this order. */
interface ShutdownSteps {
  /** Announces the stop, so requests go to other processes. */
  readonly begin: () => void;
  /** Finishes the deliveries in flight, within 20 s. */
  readonly jobs: () => Promise<void>;
  readonly requests: () => Promise<void>;
  readonly rest: () => Promise<void>;
}

/** On SIGTERM or SIGINT, runs the steps and then exits with 128 + the signal's number. */
export function stopOnSignals(log: Logger, { begin, jobs, requests, rest }: ShutdownSteps): void {
  let stopping = false;
  const stop = async (signal: 'SIGINT' | 'SIGTERM') => {
    if (stopping) return;
    stopping = true;
    setReady(false);
    begin();
    log.info({ signal }, 'stopping');
    try {
      await Promise.race([jobs(), new Promise((r) => setTimeout(r, DRAIN_LIMIT_MS).unref())]);
      await requests();
      await rest();
    } catch (error) {
      log.error({ err: error }, 'shutdown failed');
    }
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

/** Stops this process when its parent exits, even after kill -9. */
export function stopWhenParentExits(): void {
  if (process.channel) process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}

/**
 * Logs uncaught errors; the process continues. Rejections are rethrown as exceptions, because
 * Next.js also listens for them and would print a failed query with its parameters.
 */
export function logUncaught(log: Logger): void {
  process.on('unhandledRejection', (reason) => {
    throw reason;
  });
  process.setUncaughtExceptionCaptureCallback((error) => {
    log.error({ err: error }, 'uncaught error');
  });
}
