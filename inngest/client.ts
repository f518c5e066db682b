import { type ClientOptions, Inngest } from 'inngest';
import type { JobContext } from '@/lib/jobs/jobs';

/**
 * The connection to Inngest. The SDK reads its keys and addresses from the INNGEST_ variables by
 * itself; nothing is contacted before an event is sent or a function is served.
 */
export function createClient({ log }: Pick<JobContext, 'log'>, more: Partial<ClientOptions> = {}) {
  return new Inngest({
    id: 'blocktally',
    logger: log.child({ part: 'inngest' }),
    // Neither is used here, and both look into what passes through.
    aiMetadata: false,
    sessionPropagation: false,
    ...more,
  });
}

/** What is missing for the jobs to run through Inngest, in words for who runs the server. */
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
    missing.push('INNGEST_EVENT_KEY is missing: webhooks wait for the sweep, up to a minute.');
  }
  return missing;
}
