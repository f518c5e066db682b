import type { EventType } from './event-types';
import { isPaid, type PaymentStanding } from './payment';

/**
 * Why a payment lost its standing: `replaced`, the transaction that paid was replaced, double-spent
 * or dropped; `reorged`, a reorg took back blocks that had confirmed it.
 */
export const REVERT_REASONS = ['replaced', 'reorged'] as const;
export type RevertReason = (typeof REVERT_REASONS)[number];

/** What happened to a payment. */
export interface Happening {
  readonly type: EventType;
  /** Of `payment.reverted`; null for every other type. */
  readonly reason: RevertReason | null;
  /** A payment.confirmed that names the same transaction as the one before it. */
  readonly again: boolean;
}

/** What happened between two standings, in the order of the events. */
export function happenings(before: PaymentStanding, after: PaymentStanding): Happening[] {
  return [...reverted(before, after), ...arrived(before, after), ...underpaid(before, after)];
}

/**
 * The types that an API key must all have chosen for this to be sent. A payment.confirmed that only
 * says again what was said is for those who were told that it no longer held.
 */
export function typesToChoose({ type, again }: Happening): readonly EventType[] {
  return again ? [type, 'payment.reverted'] : [type];
}

function reverted({ status: before }: PaymentStanding, { status }: PaymentStanding): Happening[] {
  const fell = before === 'confirmed' ? status !== 'confirmed' : isPaid(before) && !isPaid(status);
  if (!fell) return [];
  const reason = before === 'confirmed' ? 'reorged' : 'replaced';
  return [{ type: 'payment.reverted', reason, again: false }];
}

/**
 * Every payment.detected is followed by a payment.confirmed, unless the money vanishes before. A
 * reorg that never left the payment unpaid is a new confirmation only by another transaction.
 */
function arrived(before: PaymentStanding, after: PaymentStanding): Happening[] {
  const { status } = after;
  const told = (type: EventType, again = false) => [{ type, reason: null, again }];
  switch (status) {
    case 'pending':
      return [];
    case 'detected':
      return isPaid(before.status) ? [] : told('payment.detected');
    case 'confirmed': {
      const announced = isPaid(before.status) ? before.announcedTxid : null;
      if (after.txid !== announced) return told('payment.confirmed');
      return before.status === 'confirmed' ? [] : told('payment.confirmed', true);
    }
    case 'expired':
      return before.status === status ? [] : told('payment.expired');
    case 'canceled':
      return before.status === status ? [] : told('payment.canceled');
  }
}

/** Told of each sum below the required amount, never twice of the same one in a row. */
function underpaid(before: PaymentStanding, after: PaymentStanding): Happening[] {
  const isNew = after.flags.includes('underpaid') && after.received !== before.received;
  return isNew ? [{ type: 'payment.underpaid', reason: null, again: false }] : [];
}
