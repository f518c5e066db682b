import type { Logger } from '@/lib/log';
import { setReady } from '@/lib/readiness';

const DRAIN_LIMIT_MS = 20_000;

/** What ends before the process, in this order. */
interface Ending {
  /** Sends the load elsewhere. */
  readonly begin: () => void;
  /** A delivery under way is finished and written down. Waited for 20 s at most. */
  readonly jobs: () => Promise<void>;
  readonly requests: () => Promise<void>;
  readonly rest: () => Promise<void>;
}

/** On SIGTERM or SIGINT ends the parts one after the other, then the process with 128 + signal. */
export function stopOnSignals(log: Logger, { begin, jobs, requests, rest }: Ending): void {
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
      log.error({ err: error }, 'the server did not stop cleanly');
    }
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

/** When the process that started this one dies, even by kill -9, nobody else would stop it. */
export function stopWithSupervisor(): void {
  if (process.channel) process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}

/**
 * Logs what no code has caught; the process goes on. A rejection is thrown on, so that it is logged
 * here alone: Next.js also listens for rejections, and prints a failed query with its parameters.
 */
export function logUncaught(log: Logger): void {
  process.on('unhandledRejection', (reason) => {
    throw reason;
  });
  process.setUncaughtExceptionCaptureCallback((error) => {
    log.error({ err: error }, 'uncaught error');
  });
}
