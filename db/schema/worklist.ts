import { check, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { WORK_REASONS, type WorkReason } from '@/lib/domain/worklist';
import { idOf, moment, oneOf } from './columns';
import { payment } from './payments';
import { appUser } from './people';

/**
 * The last mark of a payment's inbox reason as done, with its member. Whether the reason is still
 * done is stored in `handled` of `payment` and `delivery`.
 */
export const paymentHandled = pgTable(
  'payment_handled',
  {
    paymentId: idOf('payment_id', () => payment.id),
    reason: text('reason').$type<WorkReason>().notNull(),
    handledAt: moment('handled_at').notNull(),
    userId: idOf('user_id', () => appUser.id),
  },
  (t) => [
    primaryKey({ columns: [t.paymentId, t.reason] }),
    check('payment_handled_reason_known', oneOf(t.reason, WORK_REASONS)),
  ],
);

/** The team's note about a payment in the inbox, and the member who takes care of it. */
export const paymentNote = pgTable('payment_note', {
  paymentId: text('payment_id')
    .primaryKey()
    .references(() => payment.id),
  note: text('note'),
  /** Kept when the user leaves the team, but shown only for members. */
  assigneeId: text('assignee_id').references(() => appUser.id),
});
