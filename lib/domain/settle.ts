import { confirmations } from './confirmations';
import {
  type CountedOutput,
  type EventType,
  PAYMENT_FLAGS,
  type PaymentFlag,
  type PaymentStanding,
  type PaymentStatus,
  type PaymentTerms,
} from './payment';
import { MAX_SATS, type Sats, toSats } from './sats';

export interface Settlement {
  readonly standing: PaymentStanding;
  /** The event to send for this change, or null. */
  readonly event: EventType | null;
}

/**
 * Where a payment stands, given the outputs that count and the tip. One call covers all changes of
 * one step (blocks, a reorg, the mempool), so intermediate states never show.
 *
 * @param now the moment of the change; decides only between pending and expired when money vanishes
 */
export function settle(
  terms: PaymentTerms,
  before: PaymentStanding,
  outputs: readonly CountedOutput[],
  tipHeight: number,
  now: Date,
): Settlement {
  const tally = tallyOutputs(outputs, terms.required);
  const paid = tally.received >= terms.required;
  const depth = confirmations(tally.coveredHeight, tipHeight);
  const status = nextStatus(terms, before, paid, depth, now);
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
  now: Date,
): PaymentStatus {
  if (paid) return depth >= terms.requiredConfirmations ? 'confirmed' : 'detected';
  if (!isPaid(before.status)) return before.status;
  if (before.canceledAt) return 'canceled';
  return now >= terms.expiresAt ? 'expired' : 'pending';
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

export interface Tally {
  /** Capped at all bitcoin: money sent on to the same address counts more than once. */
  readonly received: Sats;
  /** The transaction that reached the required amount; before that, the newest one. */
  readonly txid: string | null;
  readonly firstSeenAt: Date | null;
  /** Height at which confirmed outputs, oldest first, cover the required amount. */
  readonly coveredHeight: number | null;
}

/** Adds up the outputs of a payment, confirmed ones first and oldest first. */
export function tallyOutputs(outputs: readonly CountedOutput[], required: Sats): Tally {
  const ordered = [...outputs].sort(byAge);
  let sum = 0n;
  let covering: CountedOutput | undefined;
  for (const output of ordered) {
    sum += BigInt(output.sats);
    if (!covering && sum >= BigInt(required)) covering = output;
  }
  const named = covering ?? newest(ordered);
  return {
    received: toSats(sum < MAX_SATS ? sum : MAX_SATS),
    txid: named?.txid ?? null,
    firstSeenAt: named?.firstSeenAt ?? null,
    coveredHeight: covering?.height ?? null,
  };
}

function byAge(a: CountedOutput, b: CountedOutput): number {
  return (
    (a.height ?? Number.POSITIVE_INFINITY) - (b.height ?? Number.POSITIVE_INFINITY) || bySeen(a, b)
  );
}

function bySeen(a: CountedOutput, b: CountedOutput): number {
  const seen = a.firstSeenAt.getTime() - b.firstSeenAt.getTime();
  if (seen !== 0) return seen;
  if (a.txid !== b.txid) return a.txid < b.txid ? -1 : 1;
  return a.vout - b.vout;
}

function newest(outputs: readonly CountedOutput[]): CountedOutput | undefined {
  return [...outputs].sort(bySeen).at(-1);
}
