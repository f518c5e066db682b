import type { EventType } from './event-types';
import { isPaid, type PaymentStanding } from './payment';

/**
 * The reasons for which a payment is reverted. `replaced`: its transaction was replaced,
 * double-spent or dropped. `reorged`: a reorg disconnected blocks that had confirmed the payment.
 */
export const REVERT_REASONS = ['replaced', 'reorged'] as const;
export type RevertReason = (typeof REVERT_REASONS)[number];

/** A change of a payment that causes an event. */
export interface PaymentHappening {
  readonly type: EventType;
  /** The reason of `payment.reverted`; null for every other type. */
  readonly reason: RevertReason | null;
  /** Whether a payment.confirmed has the same transaction as the previous one. */
  readonly again: boolean;
}

/** Returns the changes between two standings, in the order of the events. */
export function happenings(before: PaymentStanding, after: PaymentStanding): PaymentHappening[] {
  return [...reverted(before, after), ...arrived(before, after), ...underpaid(before, after)];
}

/**
 * Returns the types that an API key must have chosen for this event to be sent. A repeated
 * payment.confirmed is sent only to keys that chose payment.reverted too.
 */
export function requiredTypes({ type, again }: PaymentHappening): readonly EventType[] {
  return again ? [type, 'payment.reverted'] : [type];
}

function reverted(
  { status: before }: PaymentStanding,
  { status }: PaymentStanding,
): PaymentHappening[] {
  const isReversed =
    before === 'confirmed' ? status !== 'confirmed' : isPaid(before) && !isPaid(status);
  if (!isReversed) return [];
  const reason = before === 'confirmed' ? 'reorged' : 'replaced';
  return [{ type: 'payment.reverted', reason, again: false }];
}

/**
 * Returns the event of a payment that reaches a new status. A payment.confirmed follows each
 * payment.detected unless the outputs vanish first. If a reorg never left the payment unpaid, only
 * another transaction is a new confirmation.
 */
function arrived(before: PaymentStanding, after: PaymentStanding): PaymentHappening[] {
  const { status } = after;
  const event = (type: EventType, again = false) => [{ type, reason: null, again }];
  switch (status) {
    case 'pending':
      return [];
    case 'detected':
      return isPaid(before.status) ? [] : event('payment.detected');
    case 'confirmed': {
      const announced = isPaid(before.status) ? before.announcedTxid : null;
      if (after.txid !== announced) return event('payment.confirmed');
      return before.status === 'confirmed' ? [] : event('payment.confirmed', true);
    }
    case 'expired':
      return before.status === status ? [] : event('payment.expired');
    case 'canceled':
      return before.status === status ? [] : event('payment.canceled');
  }
}

/**
 * Returns an event for each amount below the required one, but never for the same amount twice in a
 * row.
 */
function underpaid(before: PaymentStanding, after: PaymentStanding): PaymentHappening[] {
  const isNew = after.flags.includes('underpaid') && after.received !== before.received;
  return isNew ? [{ type: 'payment.underpaid', reason: null, again: false }] : [];
}
