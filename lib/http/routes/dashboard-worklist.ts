import { z } from 'zod';
import { WORK_REASONS } from '@/lib/domain/worklist';
import { handlePayments, unhandlePayments } from '@/lib/payments/handle-payments';
import { oneLine } from '../fields';
import { route } from '../route';

const MOST_HANDLED = 100;
const MAX_NOTE = 500;
const HOW_MANY = `Must be 1 to ${MOST_HANDLED} payments.`;

const workChoice = {
  payments: z
    .array(z.string().regex(/^pay_[0-9A-Za-z]{22}$/, { error: 'Must be the id of a payment.' }))
    .min(1, { error: HOW_MANY })
    .max(MOST_HANDLED, { error: HOW_MANY }),
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
  body: z.strictObject({ ...workChoice, note: oneLine(MAX_NOTE).optional() }),
  answer: z.strictObject({ handled: z.int() }),
  async handle({ api, actor, body, now }) {
    const { payments: paymentIds, reasons, note = null } = body;
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
    const { payments: paymentIds, reasons } = body;
    return { opened: await unhandlePayments(api.db, actor, { paymentIds, reasons }, now) };
  },
});

export const dashboardWorklistRoutes = [handleRoute, unhandleRoute] as const;
