import type { Inngest } from 'inngest';
import { deliveryDeps } from '@/lib/jobs/delivery-deps';
import type { Runtime } from '@/lib/runtime';
import { dispatchDue } from '@/lib/webhooks/dispatch-due';
import { guard } from '../guard';

/** After this nothing new is begun; what is under way takes up to 15 s more. */
const BEGIN_WITHIN_MS = 20_000;

/**
 * Sends what is due and nobody picked up. Everything about a delivery is in the database, so this
 * alone delivers all of it, at most a minute late, whatever events or runs Inngest has lost.
 */
export function sweepDeliveriesFunction(inngest: Inngest, own: Runtime) {
  const job = 'sweep-deliveries';
  return inngest.createFunction(
    { id: job, triggers: [{ cron: '* * * * *' }], concurrency: 1, retries: 3 },
    ({ step }) =>
      step.run('dispatch-due', () =>
        guard(own.log, job, () =>
          dispatchDue(deliveryDeps(own), own.clock, AbortSignal.timeout(BEGIN_WITHIN_MS)),
        ),
      ),
  );
}
