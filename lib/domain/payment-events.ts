import type { EventType } from './event-types';
import { isPaid, type PaymentStanding } from './payment';

/**
 * Why a payment is reverted. `replaced`: its transaction was replaced, double-spent or dropped.
 * `reorged`: a reorg disconnected blocks that had confirmed the payment.
 */
export const REVERT_REASONS = ['replaced', 'reorged'] as const;
export type RevertReason = (typeof REVERT_REASONS)[number];

/** A change of a payment about which an event is sent. */
export interface PaymentHappening {
  readonly type: EventType;
  /** The reason of `payment.reverted`; null for every other type. */
  readonly reason: RevertReason | null;
  /** Whether a payment.confirmed repeats the previous one, because it has the same transaction. */
  readonly again: boolean;
}

/** Returns the changes between two standings, in the order in which their events are sent. */
export function happenings(before: PaymentStanding, after: PaymentStanding): PaymentHappening[] {
  return [...reverted(before, after), ...arrived(before, after), ...underpaid(before, after)];
}

/**
 * Returns the event types that an API key must have chosen to get this event. A repeated
 * payment.confirmed goes only to keys that have chosen payment.reverted too.
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
 * Returns the event when a payment reaches a new status. A payment.confirmed follows each
 * payment.detected, unless the outputs vanish before. After a reorg in which the payment stayed
 * paid, the payment is announced again only if another transaction pays it.
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

/** Returns an event when the received amount has changed and is below the required amount. */
function underpaid(before: PaymentStanding, after: PaymentStanding): PaymentHappening[] {
  const isNew = after.flags.includes('underpaid') && after.received !== before.received;
  return isNew ? [{ type: 'payment.underpaid', reason: null, again: false }] : [];
}
