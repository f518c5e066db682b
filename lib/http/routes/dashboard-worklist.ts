import { z } from 'zod';
import { MAX_WORK_NOTE } from '@/lib/domain/limits';
import { WORK_REASONS } from '@/lib/domain/worklist';
import { handlePayments, unhandlePayments } from '@/lib/payments/handle-payments';
import { oneLine } from '../fields';
import { route } from '../route';
import { severalIds } from '../several-payments';

const workChoice = {
  ids: severalIds,
  reasons: z
    .array(z.enum(WORK_REASONS, { error: `Must be one of: ${WORK_REASONS.join(', ')}.` }))
    .max(WORK_REASONS.length)
    .optional()
    .meta({ description: 'Default: every one.' }),
};

/** Marks payments of the worklist as handled. */
const handleRoute = route({
  method: 'POST',
  path: '/api/dashboard/payments/handle',
  who: 'member',
  body: z.strictObject({ ...workChoice, note: oneLine(MAX_WORK_NOTE).optional() }),
  answer: z.strictObject({ handled: z.int() }),
  async handle({ api, actor, body, now }) {
    const { ids: paymentIds, reasons, note = null } = body;
    const choice = { paymentIds, reasons, note };
    return { handled: await handlePayments(api.db, actor, choice, now) };
  },
});

/** Takes that back. */
const unhandleRoute = route({
  method: 'POST',
  path: '/api/dashboard/payments/unhandle',
  who: 'member',
  body: z.strictObject(workChoice),
  answer: z.strictObject({ opened: z.int() }),
  async handle({ api, actor, body, now }) {
    const { ids: paymentIds, reasons } = body;
    return { opened: await unhandlePayments(api.db, actor, { paymentIds, reasons }, now) };
  },
});

export const dashboardWorklistRoutes = [handleRoute, unhandleRoute] as const;
