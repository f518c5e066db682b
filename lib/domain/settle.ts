import { confirmations } from './confirmations';
import {
  isPaid,
  PAYMENT_FLAGS,
  type PaymentFlag,
  type PaymentStanding,
  type PaymentStatus,
  type PaymentTerms,
  type Tally,
} from './payment';
import { type NewPaymentEvent, paymentEventsOf } from './payment-events';

export interface Settlement {
  readonly standing: PaymentStanding;
  readonly events: readonly NewPaymentEvent[];
}

/**
 * Computes a payment's new standing. Call this once for everything that happens together (blocks, a
 * reorg, the mempool), so that intermediate states are never visible.
 *
 * @param readUpTo when the chain was last read in full. If a payment has lost its outputs, it
 *   becomes expired if its expiry is at or before this time, and otherwise pending.
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
  const standing: PaymentStanding = {
    ...before,
    status,
    flags: nextFlags(terms, before, status, tally),
    received: tally.received,
    txid: tally.txid,
    coveredHeight: tally.coveredHeight,
    announcedTxid: status === 'confirmed' ? tally.txid : announced,
  };
  return { standing, events: paymentEventsOf(before, standing) };
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
  if (isLate(before, status, tally)) flags.add('late');
  if (hasLostMoney(before, status, tally)) flags.add('replaced');
  if (before.status === 'confirmed' && status !== 'confirmed') flags.add('reorged');
  return PAYMENT_FLAGS.filter((flag) => flags.has(flag));
}

/**
 * Whether the payment was paid after it was canceled or expired. Outputs seen before the expiry are
 * in time, even if they left the mempool and returned.
 */
function isLate(before: PaymentStanding, status: PaymentStatus, { inTime }: Tally): boolean {
  if (!isPaid(status)) return false;
  return before.status === 'canceled' || (before.status === 'expired' && !inTime);
}

function hasLostMoney(before: PaymentStanding, status: PaymentStatus, tally: Tally): boolean {
  return !isPaid(status) && tally.received < before.received;
}
