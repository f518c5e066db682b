import { eventType, type Inngest, NonRetriableError, RetryAfterError } from 'inngest';
import { z } from 'zod';
import { deliveryDeps, type Job, type JobContext, jobsOf } from '@/lib/jobs/jobs';
import { dispatchOne } from '@/lib/webhooks/dispatch';

/** A delivery is due, or will be at `dueAt`. Only a wake-up: the database decides what to do. */
export const deliveryDue = eventType('webhook/delivery.due', {
  schema: z.object({
    deliveryId: z.string().regex(/^dlv_[0-9A-Za-z]{22}$/),
    /** Concurrency is limited by merchant and host. Runs of an earlier version have no merchant. */
    merchantId: z.string().min(1).optional(),
    /** host:port of the endpoint. */
    host: z.string().min(1),
    dueAt: z.iso.datetime(),
  }),
});

/** Every job as an Inngest function. */
export function createFunctions(inngest: Inngest, own: JobContext) {
  return [
    ...jobsOf(own).map((job) => jobFunction(inngest, own, job)),
    deliverWebhookFunction(inngest, own),
  ];
}

/** A repeating run ends before the next one begins, a minute later. */
const RUN_MS = 56_000;
/** After this a step begins nothing new; exchanges under way take up to 19 s more. */
const BEGIN_WITHIN_MS = 20_000;

/**
 * A scheduled job. Inngest's schedules go down to a minute, so a more frequent job repeats within a
 * run until the next one takes over. Database locks coordinate overlapping runs.
 */
export function jobFunction(inngest: Inngest, own: JobContext, job: Job) {
  const { name, cron, steps, repeatEveryMs } = job;
  return inngest.createFunction(
    { id: name, triggers: [{ cron }], concurrency: 1, retries: 3 },
    async ({ step }) => {
      const run = <T>(id: string, work: () => Promise<T>) =>
        step.run(id, () => guard(own, name, work));
      const signal = () => AbortSignal.timeout(BEGIN_WITHIN_MS);
      if (!repeatEveryMs) {
        let result: unknown;
        for (const [id, work] of Object.entries(steps)) {
          result = await run(id, async () => (await work(signal())) ?? null);
        }
        return result;
      }
      let endsAt: number | undefined;
      for (;;) {
        let endedAt = 0;
        for (const [id, work] of Object.entries(steps)) {
          const times = await run(id, async () => {
            const begunAt = own.clock().getTime();
            await work(signal());
            return { begunAt, endedAt: own.clock().getTime() };
          });
          endsAt ??= times.begunAt + RUN_MS;
          endedAt = times.endedAt;
        }
        if (endedAt + repeatEveryMs > (endsAt ?? 0)) return;
        await step.sleep('pause', repeatEveryMs);
      }
    },
  );
}

/** Runs at once per merchant and host: within the total that a free plan of Inngest allows. */
const STEPS_PER_HOST = 5;
const MERCHANT_AND_HOST = `event.data.merchantId + " " + event.data.host`;
/** Several times the rounds of a failed delivery; the sweep takes over beyond it. */
const MAX_LOOKS = 200;

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
    },
    async ({ event, step }) => {
      const { deliveryId, dueAt } = parseEvent(deliveryDue.schema, event.data);
      let look: { at: string; dueAt?: string } = { at: dueAt, dueAt };
      for (let looks = 0; looks < MAX_LOOKS; looks++) {
        if (looks > 0) await step.sleepUntil('until-next-look', look.at);
        const { dueAt: meant } = look;
        const woken = { deliveryId, dueAt: meant ? new Date(meant) : undefined };
        const next = await step.run('try-delivery', () =>
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
 * Does the work of a step. Errors go to our own log only: Inngest receives the texts of errors, and
 * the text of a failed query contains its parameters.
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

/** @throws NonRetriableError naming the invalid fields, never their values */
function parseEvent<T>(schema: z.ZodType<T>, data: unknown): T {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path }) => path.join('.')).join(', ');
  throw new NonRetriableError(`The event is not valid: ${fields || 'it has no data'}`);
}
