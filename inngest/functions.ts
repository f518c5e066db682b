import { type Inngest, RetryAfterError } from 'inngest';
import { abortAfter } from '@/lib/abort-after';
import { deliveryDeps, type Job, type JobContext, jobsOf } from '@/lib/jobs/jobs';
import { dispatchOne } from '@/lib/webhooks/dispatch';
import { deliveryDue, movedOn, parseEvent } from './events';

/** Every job as an Inngest function. */
export function createFunctions(inngest: Inngest, own: JobContext) {
  return [
    ...jobsOf(own).map((job) => jobFunction(inngest, own, job)),
    deliverWebhookFunction(inngest, own),
  ];
}

/** After this, or once its process stops, a run begins nothing new; exchanges under way take up to 19 s more. */
const BEGIN_WITHIN_MS = 20_000;

/**
 * A job of the list. It has no steps: Inngest bills each of them, and a repeat of the whole run does
 * nothing twice. Runs wait for each other: news of a chain may be from after a read has begun.
 */
export function jobFunction(inngest: Inngest, own: JobContext, job: Job) {
  const { name, cron, network } = job;
  return inngest.createFunction(
    {
      id: name,
      triggers: network ? [{ cron }, movedOn(network)] : [{ cron }],
      concurrency: 1,
      retries: 3,
      onFailure: logFailure(own, name),
    },
    () =>
      guard(own, name, () =>
        abortAfter(
          BEGIN_WITHIN_MS,
          own.stopping.signal,
          async (signal) => (await job.run(signal)) ?? null,
        ),
      ),
  );
}

/** Runs at once per merchant and host: within the total that a free plan of Inngest allows. */
const STEPS_PER_HOST = 5;
const MERCHANT_AND_HOST = `event.data.merchantId + " " + event.data.host`;
/** Several times the attempts of a delivery that never succeeds; the job `sweep-deliveries` makes further ones. */
const MAX_ATTEMPTS = 200;

/**
 * Runs one delivery to its end: sends it when due, sleeps until the next attempt, and so on. The
 * schedule and the claim are in the database, so a late, repeated or missing run only shifts the
 * time of an attempt.
 */
export function deliverWebhookFunction(inngest: Inngest, own: JobContext) {
  const name = 'deliver-webhook';
  return inngest.createFunction(
    {
      id: name,
      triggers: [deliveryDue],
      concurrency: { key: MERCHANT_AND_HOST, limit: STEPS_PER_HOST },
      retries: 3,
      onFailure: logFailure(own, name),
    },
    async ({ event, step }) => {
      const { deliveryId, dueAt } = parseEvent(deliveryDue.schema, event.data);
      let look: { at: string; dueAt?: string } = { at: dueAt, dueAt };
      for (let place = 1; place <= MAX_ATTEMPTS; place++) {
        if (place > 1) await step.sleepUntil(`until-try-${place}`, look.at);
        const { dueAt: meant } = look;
        const woken = { deliveryId, dueAt: meant ? new Date(meant) : undefined };
        const next = await step.run(`try-${place}`, () =>
          guard(own, name, () => dispatchOne(deliveryDeps(own), woken, own.clock)),
        );
        if (!next) return;
        look = next;
      }
    },
  );
}

const AGAIN_AFTER_MS = 5_000;

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
    throw new RetryAfterError(`"${job}" failed; the log of the server says why`, AGAIN_AFTER_MS);
  }
}

/** Tells the operator of a run that Inngest gave up, which it also does when no server answers it. */
function logFailure({ log }: JobContext, job: string) {
  return ({ error: { message } }: { readonly error: Error }) => {
    log.error({ job, reason: message }, 'Inngest gave up a run; the schedule will do its work');
  };
}
