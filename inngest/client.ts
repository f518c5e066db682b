import { type ClientOptions, Inngest, type Logger } from 'inngest';
import type { JobContext } from '@/lib/server/jobs/jobs';

/**
 * Time limit for a request to Inngest, which usually responds within a second. A request without a
 * response counts as lost and is sent again.
 */
const ANSWERS_WITHIN_MS = 10_000;

/**
 * Creates the connection to Inngest. The SDK itself reads keys and addresses from the INNGEST_
 * variables, and connects only to send an event or serve a function.
 */
export function createClient(
  own: Pick<JobContext, 'log' | 'clock'>,
  more: Partial<ClientOptions> = {},
) {
  const logger = own.log.child({ part: 'inngest' });
  return new Inngest({
    id: 'blocktally',
    logger,
    internalLogger: withoutFlood(logger, own.clock),
    fetch: (target, init) =>
      fetch(target, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS), ...init }),
    // These two features are off, because they would inspect payloads and are not used here.
    aiMetadata: false,
    sessionPropagation: false,
    ...more,
  });
}

/** The SDK (inngest 4.24) logs this with a stack for each request that Inngest has not signed. */
const UNSIGNED = 'Signature validation failed';
const LOG_EVERY_MS = 60_000;

/** Returns the SDK's log, limited to one line a minute for requests that anyone can send. */
function withoutFlood(log: JobContext['log'], clock: () => Date): Logger {
  let refused = 0;
  let nextLogAt = 0;
  return {
    debug: (...line: [object]) => log.debug(...line),
    info: (...line: [object]) => log.info(...line),
    warn: (...line: [object]) => log.warn(...line),
    error: (...line: [{ readonly err?: unknown }, string?]) => {
      const [facts, message] = line;
      if (message !== UNSIGNED) return log.error(...line);
      refused += 1;
      const now = clock().getTime();
      if (now < nextLogAt) return;
      const reason = facts.err instanceof Error ? facts.err.message : undefined;
      log.warn({ refused, reason }, 'requests without a valid signature of Inngest were refused');
      [refused, nextLogAt] = [0, now + LOG_EVERY_MS];
    },
  };
}

export function configurationProblems({ mode, signingKey, eventKey }: Inngest): string[] {
  if (mode === 'dev') {
    return ['INNGEST_DEV is on: requests to /api/inngest are not checked. Never run it in public.'];
  }
  const missing: string[] = [];
  if (!signingKey) {
    missing.push(
      'INNGEST_SIGNING_KEY is missing: no job runs. Set it, or remove every INNGEST_ variable to run the jobs in this process.',
    );
  }
  if (!eventKey) {
    missing.push(
      'INNGEST_EVENT_KEY is missing: chains and webhooks wait for the schedule, up to a minute.',
    );
  }
  return missing;
}
