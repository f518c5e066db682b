import { z } from 'zod';
import { MAX_WORK_NOTE_LENGTH } from '@/lib/domain/limits';
import { toSats } from '@/lib/domain/sats';
import { acceptPayment } from '@/lib/payments/accept-payment';
import { ensureFollowUp } from '@/lib/payments/ensure-follow-up';
import { handlePayment, reopenPayment } from '@/lib/payments/handle-payment';
import { updateInboxNote } from '@/lib/payments/inbox-note';
import { oneLineSchema } from '../input/fields';
import { camelCaseKeys } from '../input/names';
import { route } from '../route';
import { inboxReasonsSchema, shownReceivedSchema } from './bulk-fields';
import { paymentCreationDeps } from './create-route';
import { paymentResponse, paymentSchema } from './payment-response';

const workNote = oneLineSchema(MAX_WORK_NOTE_LENGTH).nullable();

const handleRoute = route({
  method: 'POST',
  path: '/api/dashboard/payments/{id}/handle',
  who: 'member',
  body: z.strictObject({
    received_sats: shownReceivedSchema,
    reasons: inboxReasonsSchema,
    note: workNote.optional(),
  }),
  async handle({ api, actor, params: { id: paymentId }, body, now }) {
    const { received_sats, reasons, note } = body;
    const handling = { paymentId, received: toSats(received_sats), reasons, note };
    await handlePayment(api.db, actor, handling, now);
  },
});

const unhandleRoute = route({
  method: 'POST',
  path: '/api/dashboard/payments/{id}/unhandle',
  who: 'member',
  body: z.strictObject({ reasons: inboxReasonsSchema }),
  async handle({ api, actor, params, body, now }) {
    await reopenPayment(api.db, actor, { paymentId: params.id, reasons: body.reasons }, now);
  },
});

const acceptRoute = route({
  method: 'POST',
  path: '/api/dashboard/payments/{id}/accept',
  who: 'member',
  body: z.strictObject({
    received_sats: shownReceivedSchema,
    note: workNote.optional(),
  }),
  async handle({ api, actor, params: { id: paymentId }, body, now }) {
    const { received_sats, note } = body;
    const request = { paymentId, received: toSats(received_sats), note };
    await acceptPayment(api.db, actor, request, now);
  },
});

const noteRoute = route({
  method: 'PATCH',
  path: '/api/dashboard/inbox/{id}/note',
  who: 'member',
  body: z.strictObject({
    note: workNote.optional(),
    assignee_id: z.string().nullable().optional(),
  }),
  async handle({ api, actor, params, body, now }) {
    const kinds = api.env.sources;
    await updateInboxNote(api.db, actor, params.id, camelCaseKeys(body), { kinds, now });
  },
});

/** If there is an open follow-up payment, returns it instead of creating another one. */
const followUpRoute = route({
  method: 'POST',
  path: '/api/dashboard/payments/{id}/follow-up',
  who: 'member',
  answer: paymentSchema,
  async handle({ api, actor, params, now }) {
    const found = await ensureFollowUp(paymentCreationDeps(api), actor, params.id, now);
    return paymentResponse(found, api.env.appUrl);
  },
});

export const dashboardInboxRoutes = [
  handleRoute,
  unhandleRoute,
  acceptRoute,
  noteRoute,
  followUpRoute,
] as const;
