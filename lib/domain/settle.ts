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
 * Where a payment stands, given the sum of the outputs that count and the tip. One call covers all changes of
 * one step (blocks, a reorg, the mempool), so intermediate states never show.
 *
 * @param now the moment of the change; decides only between pending and expired when money vanishes
 */
export function settle(
  terms: PaymentTerms,
  before: PaymentStanding,
  tally: Tally,
  tipHeight: number,
  now: Date,
): Settlement {
  const paid = tally.received >= terms.required;
  const depth = confirmations(tally.coveredHeight, tipHeight);
  const status = nextStatus(terms, before, paid, depth, now);
  const event = eventOf(before, status, tally);
  const standing: PaymentStanding = {
    ...before,
    status,
    flags: nextFlags(terms, before, status, tally),
    received: tally.received,
    txid: tally.txid,
    coveredHeight: tally.coveredHeight,
    announcedTxid: event === 'payment.confirmed' ? tally.txid : before.announcedTxid,
  };
  return { standing, event };
}

function nextStatus(
  terms: PaymentTerms,
  before: PaymentStanding,
  paid: boolean,
  depth: number,
  now: Date,
): PaymentStatus {
  if (paid) return depth >= terms.requiredConfirmations ? 'confirmed' : 'detected';
  if (before.status !== 'detected' && before.status !== 'confirmed') return before.status;
  if (before.canceledAt) return 'canceled';
  return now >= terms.expiresAt ? 'expired' : 'pending';
}

function eventOf(before: PaymentStanding, status: PaymentStatus, tally: Tally): EventType | null {
  // Also for a payment that stays confirmed: after a reorg another transaction may confirm it.
  if (status === 'confirmed') {
    return tally.txid === before.announcedTxid ? null : 'payment.confirmed';
  }
  if (status !== 'detected' || before.status === 'detected') return null;
  return before.status === 'confirmed' ? null : 'payment.detected';
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
  const arrived = status === 'detected' || status === 'confirmed';
  if (!arrived) return false;
  if (before.status === 'canceled') return true;
  return (
    before.status === 'expired' &&
    tally.firstSeenAt !== null &&
    tally.firstSeenAt >= terms.expiresAt
  );
}

function hasLostMoney(before: PaymentStanding, status: PaymentStatus, tally: Tally): boolean {
  const unpaid = status !== 'detected' && status !== 'confirmed';
  return unpaid && tally.received < before.received;
}
