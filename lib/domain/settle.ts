import { confirmations } from './confirmations';
import {
  type EventType,
  PAYMENT_FLAGS,
  type PaymentFlag,
  type PaymentStanding,
  type PaymentStatus,
  type PaymentTerms,
  type Tally,
} from './payment';

export interface Settlement {
  readonly standing: PaymentStanding;
  /** The event to send for this change, or null. */
  readonly event: EventType | null;
}

/**
 * Where a payment stands, given the sum of the outputs that count and the tip. One call covers all
 * changes of one step (blocks, a reorg, the mempool), so intermediate states never show.
 *
 * @param readUpTo when the chain was last read in full; decides only between pending and expired
 *   when money vanishes
 */
export function settle(
  terms: PaymentTerms,
  before: PaymentStanding,
  tally: Tally,
  tipHeight: number,
  readUpTo: Date,
): Settlement {
  const paid = tally.received >= terms.required;
  const depth = confirmations(tally.coveredHeight, tipHeight);
  const status = nextStatus(terms, before, paid, depth, readUpTo);
  const announced = isPaid(before.status) ? before.announcedTxid : null;
  const event = eventOf(before.status, status, tally.txid === announced);
  const standing: PaymentStanding = {
    ...before,
    status,
    flags: nextFlags(terms, before, status, tally),
    received: tally.received,
    txid: tally.txid,
    coveredHeight: tally.coveredHeight,
    announcedTxid: event === 'payment.confirmed' ? tally.txid : announced,
  };
  return { standing, event };
}

function nextStatus(
  terms: PaymentTerms,
  before: PaymentStanding,
  paid: boolean,
  depth: number,
  readUpTo: Date,
): PaymentStatus {
  if (paid) return depth >= terms.requiredConfirmations ? 'confirmed' : 'detected';
  if (!isPaid(before.status)) return before.status;
  if (before.canceledAt) return 'canceled';
  return readUpTo >= terms.expiresAt ? 'expired' : 'pending';
}

/**
 * Every payment.detected is followed by a payment.confirmed, unless the money vanishes before. A
 * reorg that never left the payment unpaid is announced only for another transaction, also when the
 * payment stays confirmed.
 */
function eventOf(
  before: PaymentStatus,
  status: PaymentStatus,
  isAnnounced: boolean,
): EventType | null {
  if (status === 'confirmed') return isAnnounced ? null : 'payment.confirmed';
  return status === 'detected' && !isPaid(before) ? 'payment.detected' : null;
}

/** Whether outputs that count reach the required amount. */
function isPaid(status: PaymentStatus): boolean {
  return status === 'detected' || status === 'confirmed';
}

function nextFlags(
  terms: PaymentTerms,
  before: PaymentStanding,
  status: PaymentStatus,
  tally: Tally,
): PaymentFlag[] {
  const flags = new Set(before.flags);
  const set = (flag: PaymentFlag, on: boolean) => (on ? flags.add(flag) : flags.delete(flag));
  set('underpaid', tally.received > 0 && tally.received < terms.required);
  set('overpaid', tally.received > terms.amount);
  if (isLate(terms, before, status, tally)) flags.add('late');
  if (hasLostMoney(before, status, tally)) flags.add('replaced');
  if (before.status === 'confirmed' && status !== 'confirmed') flags.add('reorged');
  return PAYMENT_FLAGS.filter((flag) => flags.has(flag));
}

/** Money seen before the expiry is in time, even if it left the mempool and came back. */
function isLate(
  terms: PaymentTerms,
  before: PaymentStanding,
  status: PaymentStatus,
  tally: Tally,
): boolean {
  if (!isPaid(status)) return false;
  if (before.status === 'canceled') return true;
  return (
    before.status === 'expired' &&
    tally.firstSeenAt !== null &&
    tally.firstSeenAt >= terms.expiresAt
  );
}

function hasLostMoney(before: PaymentStanding, status: PaymentStatus, tally: Tally): boolean {
  return !isPaid(status) && tally.received < before.received;
}
