import type { PricedAmount } from './prices';
import type { Tx } from './reference-chain';
import type { Terms } from './terms';

export type Status = 'pending' | 'detected' | 'confirmed' | 'expired' | 'canceled';
export type EventType =
  | `payment.${Exclude<Status, 'pending'> | 'underpaid' | 'reverted'}`
  | `refund.${'created' | 'sent' | 'confirmed'}`;

interface Created {
  readonly id: string;
  readonly address: string;
  readonly terms: Terms;
  readonly amount: PricedAmount;
  readonly createdAt: number;
  /**
   * Transactions that were in the chain before a payment to a customer-provided address was
   * created. They never count for this payment.
   */
  readonly older: ReadonlySet<string>;
}

interface Event {
  readonly type: EventType;
  body: string;
  readonly at: number;
  /** Whether the event announces again what was announced and then reverted. */
  readonly again: boolean;
}

export type ReferencePayment = ReturnType<typeof newPayment>;

export const newPayment = (created: Created) => ({
  ...created,
  status: 'pending' as Status,
  flags: new Set<string>(),
  received: 0,
  txid: null as string | null,
  /** Height of the block whose outputs complete the required amount. */
  covered: null as number | null,
  /**
   * The transaction in the last payment.confirmed; null after the payment has lost the required
   * amount.
   */
  confirmedBy: null as string | null,
  /** When a member accepted the received money; null if the money has changed since then. */
  accepted: null as number | null,
  since: {} as Partial<Record<'detected' | 'confirmed' | 'canceled', number>>,
  /**
   * Whether the mempool was searched for the customer-provided address. True for other addresses.
   */
  searched: created.terms.destination_address === undefined,
  events: [] as Event[],
});

/** A transaction that pays a payment or a refund. */
export interface ReferenceTransfer {
  readonly tx: Tx;
  /** The payment or refund. */
  readonly of: object;
  readonly firstSeen: number;
  height: number | null;
  missingSince: number | null;
  gone: boolean;
}

type Row = readonly [string, string, Status | 'back', string?];

/**
 * The changes of a payment's status: old status, condition, new status, and a flag to add. `unpaid`
 * means less than the required amount, `paid` means complete, and `deep` means complete with the
 * required confirmations. In other cases the status stays.
 */
const LIFE: readonly Row[] = [
  ['pending', 'paid', 'detected'],
  ['pending', 'deep', 'confirmed'],
  ['expired canceled', 'paid', 'detected', 'late'],
  ['expired canceled', 'deep', 'confirmed', 'late'],
  ['detected', 'unpaid', 'back'],
  ['detected', 'deep', 'confirmed'],
  ['confirmed', 'unpaid', 'back', 'reorged'],
  ['confirmed', 'paid', 'detected', 'reorged'],
];

export const expiresAt = ({ createdAt, terms }: Created) => createdAt + terms.expires_in * 1000;

export const isActive = ({ status }: ReferencePayment) => /pending|detected/.test(status);

export const minAcceptedSats = ({ amount, terms }: Pick<Created, 'amount' | 'terms'>) =>
  Math.ceil((amount.amount_sats * (1_000_000 - terms.underpayment_tolerance_ppm)) / 1_000_000);

export const countConfirmations = ({ covered }: ReferencePayment, tip: number) =>
  covered === null ? 0 : tip - covered + 1;

/** Computes the state of a payment again, from the outputs that currently count. */
export function settle(
  payment: ReferencePayment,
  money: ReferenceTransfer[],
  tip: number,
  now: number,
  readAt: number,
): void {
  const { terms, amount, received: before } = payment;
  const newest = money.sort(byFirstSeen).at(-1);
  money.sort(byAge);
  const sumTo = (n: number) => money.slice(0, n + 1).reduce((sum, { tx }) => sum + tx.sats, 0);
  const completing = money.find((_, n) => sumTo(n) >= minAcceptedSats(payment));
  payment.received = sumTo(money.length);
  payment.txid = (completing ?? newest)?.tx.id ?? null;
  payment.covered = completing?.height ?? null;
  const flag = (name: string, on: boolean) => payment.flags[on ? 'add' : 'delete'](name);
  flag('underpaid', payment.received > 0 && !completing);
  flag('overpaid', payment.received > amount.amount_sats);
  if (!completing && payment.received < before) payment.flags.add('replaced');
  const paid = countConfirmations(payment, tip) >= terms.required_confirmations ? 'deep' : 'paid';
  const coverage = completing ? paid : 'unpaid';
  const row = LIFE.find(([from, when]) => from.includes(payment.status) && when === coverage);
  const [, , to, mark] = row ?? [];
  const was = payment.status;
  const seenInTime = money.filter(({ firstSeen }) => firstSeen < expiresAt(payment));
  const inTime =
    payment.status === 'expired' &&
    seenInTime.reduce((sum, { tx }) => sum + tx.sats, 0) >= minAcceptedSats(payment);
  if (mark && !(mark === 'late' && inTime)) payment.flags.add(mark);
  const without = readAt >= expiresAt(payment) ? 'expired' : 'pending';
  const back = payment.since.canceled === undefined ? without : 'canceled';
  if (to) moveTo(payment, to === 'back' ? back : to, now);
  if (payment.status !== was || payment.received !== before) payment.accepted = null;
  addPaymentEvents(payment, was, before, tip, now);
}

/**
 * Adds the events for the changes since the payment had the status `was` and the received amount
 * `before`.
 */
export function addPaymentEvents(
  payment: ReferencePayment,
  was: Status,
  before: number,
  tip: number,
  now: number,
): void {
  const { status, received, flags, txid } = payment;
  const say = (type: EventType, more = {}) => announce(payment, type, more, tip, now);
  const order: readonly Status[] = ['pending', 'detected', 'confirmed'];
  const isLoss = order.indexOf(was) > Math.max(0, order.indexOf(status));
  const reason = was === 'confirmed' ? 'reorged' : 'replaced';
  if (isLoss) say('payment.reverted', { reason });
  // A confirmation is announced again only for another transaction, or after a reversal.
  if (status === 'confirmed' && payment.confirmedBy !== txid) say('payment.confirmed');
  else if (status === 'confirmed' && was === 'detected') say('payment.confirmed', { again: true });
  else if (status === 'expired' || status === 'canceled') {
    if (was !== status) say(`payment.${status}`);
  } else if (status === 'detected' && was !== 'detected' && !isLoss) say('payment.detected');
  if (flags.has('underpaid') && received !== before) say('payment.underpaid');
}

export function moveTo(payment: ReferencePayment, to: Status, now: number): void {
  const { since } = payment;
  if (to !== 'confirmed') delete since.confirmed;
  if (to !== 'confirmed' && to !== 'detected') {
    delete since.detected;
    payment.confirmedBy = null;
  } else since.detected ??= now;
  if (to === 'confirmed' || to === 'canceled') since[to] ??= now;
  payment.status = to;
}

function announce(
  payment: ReferencePayment,
  type: EventType,
  { again = false, reason = null }: { again?: boolean; reason?: string | null },
  tip: number,
  at: number,
): void {
  const { txid, status } = payment;
  if (type === 'payment.confirmed') payment.confirmedBy = txid;
  const added = /detected|confirmed/.test(type) ? {} : { status, reason };
  const data = { ...toPaymentEventData(payment, tip), ...added };
  const body = JSON.stringify({ version: '1', type, data });
  payment.events.push({ type, body, at, again });
}

export function toPaymentEventData(payment: ReferencePayment, tip: number) {
  const { id, txid, address, received } = payment;
  const { webhook_url = null, metadata = null, description = null } = payment.terms;
  const { amount_sats, price } = payment.amount;
  const paid = { payment_id: id, txid, address, amount_sats, received_sats: received };
  const confirmations = countConfirmations(payment, tip);
  return { ...paid, confirmations, webhook_url, metadata, description, price };
}

/** Outputs in blocks come before unconfirmed ones, and older ones before newer ones. */
export const byAge = (a: ReferenceTransfer, b: ReferenceTransfer) =>
  (a.height ?? Infinity) - (b.height ?? Infinity) || byFirstSeen(a, b);

/** Sorts by the time of the first read that found them, and within a read by transaction id. */
const byFirstSeen = (a: ReferenceTransfer, b: ReferenceTransfer) =>
  a.firstSeen - b.firstSeen || (a.tx.id < b.tx.id ? -1 : 1);
