import type { Inngest } from 'inngest';
import { pruneIdempotency } from '@/lib/http/idempotency';
import { pruneViews } from '@/lib/payments/payment-views';
import type { Runtime } from '@/lib/runtime';
import { pruneDeliveries } from '@/lib/webhooks/prune-deliveries';
import { guard } from '../guard';

/** Forgets, once a day, what is kept for a time only. */
export function pruneFunction(inngest: Inngest, own: Runtime) {
  const job = 'prune';
  return inngest.createFunction(
    { id: job, triggers: [{ cron: '17 3 * * *' }], concurrency: 1, retries: 3 },
    async ({ step }) => {
      await step.run('prune-idempotency', () =>
        guard(own.log, job, () => pruneIdempotency(own.db, own.clock())),
      );
      await step.run('prune-deliveries', () =>
        guard(own.log, job, () => pruneDeliveries(own.db, own.clock())),
      );
      await step.run('prune-views', () =>
        guard(own.log, job, () => pruneViews(own.db, own.clock())),
      );
    },
  );
}
