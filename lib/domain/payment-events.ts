import type { EventType } from './event-types';
import { isPaid, type PaymentStanding } from './payment';

/**
 * `replaced`: the payment's transaction was replaced, double-spent or dropped. `reorged`: a reorg
 * disconnected blocks that had confirmed the payment.
 */
export const REVERT_REASONS = ['replaced', 'reorged'] as const;
export type RevertReason = (typeof REVERT_REASONS)[number];

export interface NewPaymentEvent {
  readonly type: EventType;
  /** Null unless the type is `payment.reverted`. */
  readonly reason: RevertReason | null;
  /** Whether the event repeats the last payment.confirmed, with the same transaction. */
  readonly again: boolean;
}

/** Returns the changes between two standings, in the order in which their events are sent. */
export function paymentEventsOf(
  before: PaymentStanding,
  after: PaymentStanding,
): NewPaymentEvent[] {
  return [...reverted(before, after), ...arrived(before, after), ...underpaid(before, after)];
}

/**
 * Returns the event types that an API key must have chosen to get the event. A repeated
 * payment.confirmed goes only to keys that also chose payment.reverted.
 */
export function requiredEventTypes({ type, again }: NewPaymentEvent): readonly EventType[] {
  return again ? [type, 'payment.reverted'] : [type];
}

function reverted(
  { status: before }: PaymentStanding,
  { status }: PaymentStanding,
): NewPaymentEvent[] {
  const isReversed =
    before === 'confirmed' ? status !== 'confirmed' : isPaid(before) && !isPaid(status);
  if (!isReversed) return [];
  const reason = before === 'confirmed' ? 'reorged' : 'replaced';
  return [{ type: 'payment.reverted', reason, again: false }];
}

/**
 * Returns the event of a new status. If a payment stayed paid through a reorg, it gets another
 * payment.confirmed when another transaction pays it. With the same transaction, the event is
 * marked `again`.
 */
function arrived(before: PaymentStanding, after: PaymentStanding): NewPaymentEvent[] {
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

function underpaid(before: PaymentStanding, after: PaymentStanding): NewPaymentEvent[] {
  const isNew = after.flags.includes('underpaid') && after.received !== before.received;
  return isNew ? [{ type: 'payment.underpaid', reason: null, again: false }] : [];
}
