import { type ClientOptions, Inngest } from 'inngest';
import type { JobContext } from '@/lib/jobs/jobs';

/** Inngest answers within a second: a request without an answer by then is lost, and sent again. */
const ANSWERS_WITHIN_MS = 10_000;

/**
 * The connection to Inngest. The SDK itself reads keys and addresses from the INNGEST_ variables,
 * and connects only to send an event or serve a function.
 */
export function createClient({ log }: Pick<JobContext, 'log'>, more: Partial<ClientOptions> = {}) {
  return new Inngest({
    id: 'blocktally',
    logger: log.child({ part: 'inngest' }),
    fetch: (target, init) =>
      fetch(target, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS), ...init }),
    // Both are unused here, and both inspect payloads.
    aiMetadata: false,
    sessionPropagation: false,
    ...more,
  });
}

/** Problems that keep Inngest from running the jobs, for the operator. */
export function complaintsAbout({ mode, signingKey, eventKey }: Inngest): string[] {
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
