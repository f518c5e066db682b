import { check, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { INBOX_REASONS, type InboxReason } from '@/lib/domain/worklist';
import { merchant } from './accounts';
import { idOf, isOneOf, moment } from './columns';
import { payment } from './payments';
import { appUser } from './people';

/**
 * When an inbox reason of a payment was last marked as done, and by which member. Whether it is
 * still done is stored in `handled` of `payment` and `delivery`.
 */
export const paymentHandled = pgTable(
  'payment_handled',
  {
    paymentId: idOf('payment_id', () => payment.id),
    reason: text('reason').$type<InboxReason>().notNull(),
    handledAt: moment('handled_at').notNull(),
    userId: idOf('user_id', () => appUser.id),
  },
  (t) => [
    primaryKey({ columns: [t.paymentId, t.reason] }),
    check('payment_handled_reason_known', isOneOf(t.reason, INBOX_REASONS)),
  ],
);

export const inboxNote = pgTable(
  'inbox_note',
  {
    merchantId: idOf('merchant_id', () => merchant.id),
    /** The ID of the row's subject: a payment, endpoint, wallet, API key or network. */
    subject: text('subject').notNull(),
    note: text('note'),
    /** The member who takes care of the entry. Former members are not shown. */
    assigneeId: text('assignee_id').references(() => appUser.id),
  },
  (t) => [primaryKey({ columns: [t.subject, t.merchantId] })],
);
