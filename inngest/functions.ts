import { type Inngest, RetryAfterError } from 'inngest';
import { runWithTimeout } from '@/lib/run-with-timeout';
import { createJobs, type Job, type JobContext } from '@/lib/server/jobs/jobs';
import { DUE_CHANNEL } from '@/lib/webhooks/events/create-event';
import { chainTrigger, deliveriesDue } from './events';

export function createFunctions(inngest: Inngest, own: JobContext) {
  return scheduledJobs(own).map((job) => jobFunction(inngest, own, job));
}

interface ScheduledJob extends Job {
  readonly cron: string;
}

/** Returns each job with a schedule, together with the jobs that run as part of its runs. */
export function scheduledJobs(own: JobContext): ScheduledJob[] {
  const jobs = createJobs(own);
  return jobs.flatMap((job) => {
    const { name, cron } = job;
    if (typeof cron !== 'string') return [];
    const others = jobs.filter((one) => typeof one.cron !== 'string' && one.cron.with === name);
    const run = async (signal: AbortSignal) => {
      const [result] = await Promise.all([job, ...others].map((one) => one.run(signal)));
      return result;
    };
    return { ...job, cron, run };
  });
}

/**
 * A run begins no new exchange after this time, or after its process begins to stop. Exchanges that
 * are already under way take up to 19 s more.
 */
const BEGIN_WITHIN_MS = 20_000;

/**
 * Returns the Inngest function of a job. It has no steps, because Inngest bills each step, and
 * repeating a run is harmless. Most jobs run one at a time. Another run is queued, because a chain
 * may change after its read has begun.
 */
export function jobFunction(inngest: Inngest, own: JobContext, job: ScheduledJob) {
  const { name, concurrency = 1 } = job;
  return inngest.createFunction(
    {
      id: name,
      triggers: triggersOf(job),
      concurrency,
      retries: 3,
      onFailure: logFailure(own, name),
    },
    () =>
      guard(own, name, () =>
        runWithTimeout(
          BEGIN_WITHIN_MS,
          own.stopping.signal,
          async (signal) => (await job.run(signal)) ?? null,
        ),
      ),
  );
}

function triggersOf({ cron, network, wokenBy }: ScheduledJob) {
  if (network) return [{ cron }, chainTrigger(network)];
  return wokenBy === DUE_CHANNEL ? [{ cron }, deliveriesDue] : [{ cron }];
}

const RETRY_MS = 5_000;

/**
 * Does the work of a run or step. Errors go to our own log only: Inngest receives the texts of
 * errors, and the text of a failed query contains its parameters.
 *
 * @throws RetryAfterError
 */
async function guard<T>({ log }: JobContext, job: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (err) {
    log.error({ err, job }, 'job failed; it will be retried');
    throw new RetryAfterError(`"${job}" failed; see the server log`, RETRY_MS);
  }
}

/** Logs that Inngest has given up a run. Inngest also does so when no server answers. */
function logFailure({ log }: JobContext, job: string) {
  return ({ error: { message } }: { readonly error: Error }) => {
    log.error({ job, reason: message }, 'Inngest gave up a run; the schedule will do its work');
  };
}
