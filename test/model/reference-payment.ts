import type { Tx } from './reference-chain';

export type Status = 'pending' | 'detected' | 'confirmed' | 'expired' | 'canceled';
type EventType = 'payment.detected' | 'payment.confirmed';

/** The fields of a create request. */
export interface Terms {
  readonly amount_sats: number;
  readonly underpayment_tolerance_ppm: number;
  readonly required_confirmations: number;
  readonly expires_in: number;
  readonly webhook_url?: string;
  readonly destination_address?: string;
  readonly reference?: string;
}

export interface ReferencePayment {
  readonly id: string;
  readonly address: string;
  readonly terms: Terms;
  readonly createdAt: number;
  /** Blocks below it are from before a customer-provided address was named. */
  readonly firstHeight: number;
  status: Status;
  readonly flags: Set<string>;
  received: number;
  txid: string | null;
  /** Height of the block that completes the required amount. */
  covered: number | null;
  /** What the last payment.confirmed named. */
  confirmedBy: string | null;
  readonly since: Partial<Record<'detected' | 'confirmed' | 'canceled', number>>;
  readonly events: { readonly type: EventType; readonly body: string }[];
}

/** A transaction that was seen to pay a payment, and what is known of it. */
export interface Money {
  readonly tx: Tx;
  readonly payment: ReferencePayment;
  readonly firstSeen: number;
  height: number | null;
  missingSince: number | null;
  gone: boolean;
}

/** `unpaid`: below the required amount; `deep`: reached at the required depth; `paid`: between. */
type Coverage = 'unpaid' | 'paid' | 'deep';
type Row = readonly [string, Coverage, Status | 'back', (EventType | null)?, string?];

/** The life of a payment: from, when, to, event, flag. What no row names stays as it is. */
const LIFE: readonly Row[] = [
  ['pending', 'paid', 'detected', 'payment.detected'],
  ['pending', 'deep', 'confirmed', 'payment.confirmed'],
  ['expired canceled', 'paid', 'detected', 'payment.detected', 'late'],
  ['expired canceled', 'deep', 'confirmed', 'payment.confirmed', 'late'],
  ['detected', 'unpaid', 'back'],
  ['detected', 'deep', 'confirmed', 'payment.confirmed'],
  ['confirmed', 'unpaid', 'back', null, 'reorged'],
  ['confirmed', 'paid', 'detected', null, 'reorged'],
  ['confirmed', 'deep', 'confirmed', 'payment.confirmed'],
];

export const expiresAt = ({ createdAt, terms }: ReferencePayment) =>
  createdAt + terms.expires_in * 1000;

export const isActive = ({ status }: ReferencePayment) =>
  status === 'pending' || status === 'detected';

export function leastOf({ amount_sats, underpayment_tolerance_ppm }: Terms): number {
  return Math.ceil((amount_sats * (1_000_000 - underpayment_tolerance_ppm)) / 1_000_000);
}

export function depthOf({ covered }: ReferencePayment, tip: number): number {
  return covered === null ? 0 : tip - covered + 1;
}

/** Works out anew where a payment stands with the money that counts now. */
export function settle(payment: ReferencePayment, money: Money[], tip: number, now: number): void {
  const { terms } = payment;
  const before = payment.received;
  const newest = money.sort(byFirstSeen).at(-1);
  money.sort((a, b) => (a.height ?? Infinity) - (b.height ?? Infinity) || byFirstSeen(a, b));
  const sumTo = (n: number) => money.slice(0, n + 1).reduce((sum, { tx }) => sum + tx.sats, 0);
  const completing = money.find((_, n) => sumTo(n) >= leastOf(terms));
  payment.received = sumTo(money.length);
  payment.txid = (completing ?? newest)?.tx.id ?? null;
  payment.covered = completing?.height ?? null;

  setFlag(payment, 'underpaid', payment.received > 0 && !completing);
  setFlag(payment, 'overpaid', payment.received > terms.amount_sats);
  if (!completing && payment.received < before) payment.flags.add('replaced');
  const deep = depthOf(payment, tip) >= terms.required_confirmations;
  const coverage: Coverage = !completing ? 'unpaid' : deep ? 'deep' : 'paid';
  const row = LIFE.find(([from, when]) => from.includes(payment.status) && when === coverage);
  if (!row) return;
  const [, , to, event, flag] = row;
  const expired = payment.status === 'expired';
  const inTime = expired && completing && completing.firstSeen < expiresAt(payment);
  if (flag && !(flag === 'late' && inTime)) payment.flags.add(flag);
  moveTo(payment, to === 'back' ? withoutMoney(payment, now) : to, now);
  // A confirmation is told again only when it is another transaction's.
  if (event === 'payment.confirmed' && payment.confirmedBy === payment.txid) return;
  if (event) announce(payment, event, tip);
}

export function moveTo(payment: ReferencePayment, to: Status, now: number): void {
  const { since } = payment;
  if (to !== 'confirmed') delete since.confirmed;
  if (to !== 'confirmed' && to !== 'detected') delete since.detected;
  else since.detected ??= now;
  if (to === 'confirmed' || to === 'canceled') since[to] ??= now;
  payment.status = to;
}

function withoutMoney(payment: ReferencePayment, now: number): Status {
  if (payment.since.canceled !== undefined) return 'canceled';
  return now >= expiresAt(payment) ? 'expired' : 'pending';
}

function announce(payment: ReferencePayment, type: EventType, tip: number): void {
  const { id, txid, address, terms, received } = payment;
  if (type === 'payment.confirmed') payment.confirmedBy = txid;
  const data = {
    payment_id: id,
    txid,
    address,
    amount_sats: terms.amount_sats,
    received_sats: received,
    confirmations: depthOf(payment, tip),
    webhook_url: terms.webhook_url ?? null,
  };
  payment.events.push({ type, body: JSON.stringify({ version: '1', type, data }) });
}

/** Of two that were first seen in the same look, the one with the smaller id counts as older. */
function byFirstSeen(a: Money, b: Money): number {
  return a.firstSeen - b.firstSeen || (a.tx.id < b.tx.id ? -1 : 1);
}

function setFlag({ flags }: ReferencePayment, flag: string, on: boolean): void {
  if (on) flags.add(flag);
  else flags.delete(flag);
}
