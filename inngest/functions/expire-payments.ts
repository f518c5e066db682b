import type { Inngest } from 'inngest';
import { expirePayments } from '@/lib/payments/expire-payments';
import type { Runtime } from '@/lib/runtime';
import { guard } from '../guard';

/** Expires payments whose time is over, within a minute. */
export function expirePaymentsFunction(inngest: Inngest, own: Runtime) {
  const job = 'expire-payments';
  return inngest.createFunction(
    { id: job, triggers: [{ cron: '* * * * *' }], concurrency: 1, retries: 3 },
    ({ step }) =>
      step.run('expire', () => guard(own.log, job, () => expirePayments(own.db, own.clock()))),
  );
}
