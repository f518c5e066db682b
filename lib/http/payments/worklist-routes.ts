import { z } from 'zod';
import { MAX_WORK_NOTE } from '@/lib/domain/limits';
import { toSats } from '@/lib/domain/sats';
import { handlePayment, unhandlePayment } from '@/lib/payments/handle-payment';
import { DONE, doneSchema } from '../answer-fields';
import { oneLine } from '../input/fields';
import { route } from '../route';
import { shownReceived, workReasons } from './bulk-fields';

/** Marks a payment's inbox entries as done. */
const handleRoute = route({
  method: 'POST',
  path: '/api/dashboard/payments/{id}/handle',
  who: 'member',
  body: z.strictObject({
    received_sats: shownReceived,
    reasons: workReasons,
    note: oneLine(MAX_WORK_NOTE).optional(),
  }),
  answer: doneSchema,
  async handle({ api, actor, params: { id: paymentId }, body, now }) {
    const { received_sats, reasons, note = null } = body;
    const handling = { paymentId, received: toSats(received_sats), reasons, note };
    await handlePayment(api.db, actor, handling, now);
    return DONE;
  },
});

/** Reopens a payment's inbox entries. */
const unhandleRoute = route({
  method: 'POST',
  path: '/api/dashboard/payments/{id}/unhandle',
  who: 'member',
  body: z.strictObject({ reasons: workReasons }),
  answer: doneSchema,
  async handle({ api, actor, params, body, now }) {
    await unhandlePayment(api.db, actor, { paymentId: params.id, reasons: body.reasons }, now);
    return DONE;
  },
});

export const dashboardWorklistRoutes = [handleRoute, unhandleRoute] as const;
