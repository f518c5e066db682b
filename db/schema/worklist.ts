import { check, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { WORK_REASONS, type WorkReason } from '@/lib/domain/worklist';
import { idOf, moment, oneOf } from './columns';
import { payment } from './payments';
import { appUser } from './people';

/**
 * The last mark of a payment's inbox reason as done, with its member. Whether the reason still is
 * done is stored in `handled` of `payment` and `delivery`.
 */
export const paymentHandled = pgTable(
  'payment_handled',
  {
    paymentId: idOf('payment_id', () => payment.id),
    reason: text('reason').$type<WorkReason>().notNull(),
    handledAt: moment('handled_at').notNull(),
    userId: idOf('user_id', () => appUser.id),
    note: text('note'),
  },
  (t) => [
    primaryKey({ columns: [t.paymentId, t.reason] }),
    check('payment_handled_reason_known', oneOf(t.reason, WORK_REASONS)),
  ],
);
