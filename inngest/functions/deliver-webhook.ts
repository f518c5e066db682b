import type { Inngest } from 'inngest';
import { deliveryDeps } from '@/lib/jobs/delivery-deps';
import type { Runtime } from '@/lib/runtime';
import { dispatchOne } from '@/lib/webhooks/dispatch-one';
import { deliveryDue } from '../events';
import { guard, parseEvent } from '../guard';

/** Of one host, over all runs: within what a free plan of Inngest allows in total. */
const STEPS_PER_HOST = 5;
/** Many times what a delivery takes that is given up; what takes more is left to the sweep. */
const MAX_LOOKS = 200;

/**
 * Brings one delivery to its end: tries it when it is due, sleeps until the next try of its
 * schedule, and so on. The schedule and the claim are the database's, so a run that comes late,
 * twice or never changes nothing but the moment of a try.
 */
export function deliverWebhookFunction(inngest: Inngest, own: Runtime) {
  const job = 'deliver-webhook';
  return inngest.createFunction(
    {
      id: job,
      triggers: [deliveryDue],
      concurrency: { key: 'event.data.host', limit: STEPS_PER_HOST },
      retries: 3,
    },
    async ({ event, step }) => {
      const { deliveryId, dueAt } = parseEvent(deliveryDue.schema, event.data);
      let look: { at: string; dueAt?: string } = { at: dueAt, dueAt };
      for (let looks = 0; looks < MAX_LOOKS; looks++) {
        if (looks > 0) await step.sleepUntil('until-next-look', look.at);
        const { dueAt: meant } = look;
        const next = await step.run('try-delivery', () =>
          guard(own.log, job, () =>
            dispatchOne(
              deliveryDeps(own),
              { deliveryId, dueAt: meant ? new Date(meant) : undefined },
              own.clock,
            ),
          ),
        );
        if (!next) return;
        look = next;
      }
    },
  );
}
