import { z } from 'zod';
import { Problem, type ProblemCode } from '@/lib/domain/problems';
import { toSats } from '@/lib/domain/sats';
import { cancelPayment } from '@/lib/payments/cancel-payment';
import { handlePayment } from '@/lib/payments/handle-payment';
import { resendWebhooks } from '@/lib/payments/resend-webhooks';
import { readBulkActionEffects } from '@/lib/payments/views/read-bulk-action-effects';
import { route } from '../route';
import { serializeView } from '../serialize-view';
import {
  type BulkOutcome,
  bulkOutcomesResponse,
  bulkOutcomesSchema,
  markDoneBody,
  paymentIdsBody,
  paymentIdsParameter,
  selectedPaymentsSchema,
} from './bulk-fields';

/** Returns what the bulk actions on these payments would change. */
const selectedRoute = route({
  method: 'GET',
  path: '/api/dashboard/payments/selected',
  who: 'member',
  query: z.strictObject({ ids: paymentIdsParameter }),
  answer: selectedPaymentsSchema,
  async handle({ api, actor, query }) {
    return serializeView(selectedPaymentsSchema, {
      data: await readBulkActionEffects(api.db, actor, query.ids),
    });
  },
});

const cancelRoute = route({
  method: 'POST',
  path: '/api/dashboard/payments/cancel',
  who: 'member',
  body: paymentIdsBody,
  answer: bulkOutcomesSchema,
  async handle({ api, actor, body, now }) {
    const outcomes = await eachPayment(body.ids, async (id) => {
      await cancelPayment(api.db, actor, id, now, api.afterChange);
      return 1;
    });
    return bulkOutcomesResponse(outcomes);
  },
});

/** `done` is the number of deliveries. */
const resendRoute = route({
  method: 'POST',
  path: '/api/dashboard/payments/resend-failed',
  who: 'member',
  body: paymentIdsBody,
  answer: bulkOutcomesSchema,
  async handle({ api, actor, body, now }) {
    return bulkOutcomesResponse(
      await eachPayment(body.ids, (id) => resendWebhooks(api.db, actor, id, now)),
    );
  },
});

/** `done` is the number of inbox entries. */
const handleRoute = route({
  method: 'POST',
  path: '/api/dashboard/payments/handle',
  who: 'member',
  body: markDoneBody,
  answer: bulkOutcomesSchema,
  async handle({ api, actor, body, now }) {
    const shown = new Map(body.payments.map((payment) => [payment.id, payment]));
    return bulkOutcomesResponse(
      await eachPayment([...shown.keys()], (paymentId) => {
        const { received_sats = 0, reasons } = shown.get(paymentId) ?? {};
        const handling = { paymentId, received: toSats(received_sats), reasons };
        return handlePayment(api.db, actor, handling, now);
      }),
    );
  },
});

/** Each of these actions calls its use case once per payment. */
export const dashboardBulkRoutes = [selectedRoute, cancelRoute, resendRoute, handleRoute] as const;

/** After a problem with one of these codes, the action continues with the next payment. */
const OF_ONE: ReadonlySet<ProblemCode> = new Set([
  'payment_not_found',
  'payment_not_cancelable',
  'payment_changed',
]);

/**
 * Applies an action to several payments, one after the other. Each has its own transaction, so a
 * refusal affects no other payment.
 *
 * @returns the outcome of each distinct payment, in the given order
 * @throws any error that is not about one payment; earlier payments keep their change
 */
async function eachPayment<T>(
  paymentIds: readonly string[],
  act: (paymentId: string) => Promise<T>,
): Promise<BulkOutcome<T>[]> {
  const outcomes: BulkOutcome<T>[] = [];
  for (const id of new Set(paymentIds)) {
    try {
      outcomes.push({ id, done: await act(id) });
    } catch (error) {
      if (!(error instanceof Problem && OF_ONE.has(error.code))) throw error;
      outcomes.push({ id, refused: error });
    }
  }
  return outcomes;
}
