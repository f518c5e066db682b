import type { PaymentStatus } from '@/lib/domain/payment';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import type { AcknowledgedPayment } from './client-responses';
import type { Evidence } from './evidence';
import type { NodeFacts, PaidOutput } from './facts';
import type { Findings } from './findings';

interface Expected {
  readonly statuses: readonly PaymentStatus[];
  readonly received: number;
  readonly confirmations: number;
  /** The payment's `txid` must be in this list, or null if the list is empty. */
  readonly txids: readonly string[];
  readonly underpaid: boolean;
  readonly overpaid: boolean;
}

export function auditPayments(evidence: Evidence, findings: Findings): void {
  const { acknowledged, facts, listed } = evidence;
  const byId = new Map(listed.map((payment) => [payment.id, payment]));
  for (const one of acknowledged) {
    const payment = byId.get(one.payment.id);
    if (!payment) {
      findings.note('payments lost', `${one.payment.id} was acknowledged to ${one.key}`);
      continue;
    }
    auditTerms(payment, one, findings);
    auditStanding(payment, expect(one, facts, evidence.now), findings);
    if (one.cancel === 'done' && payment.canceled_at === null) {
      findings.note('cancels undone', `${payment.id} is ${payment.status}`);
    }
  }
  auditNumber(evidence, findings);
  auditAddresses(evidence, findings);
}

function auditTerms(
  payment: PaymentResponse,
  { payment: first, key }: AcknowledgedPayment,
  findings: Findings,
): void {
  const terms = (of: PaymentResponse) =>
    JSON.stringify([
      of.address,
      of.amount_sats,
      of.underpayment_tolerance_ppm,
      of.required_confirmations,
      of.created_at,
      of.expires_at,
      of.reference,
      of.metadata,
      of.description,
      of.price,
      of.payment_link_id,
      of.payer_note,
      of.webhook_url,
    ]);
  if (terms(payment) !== terms(first) || payment.reference !== key) {
    findings.note('answers that changed', `${payment.id} differs from the responses to ${key}`);
  }
}

function auditStanding(payment: PaymentResponse, expected: Expected, findings: Findings): void {
  const at = `${payment.id} (${payment.address})`;
  if (!expected.statuses.includes(payment.status)) {
    findings.note('wrong status', `${at} is ${payment.status}, not ${expected.statuses}`);
  }
  if (payment.received_sats !== expected.received) {
    findings.note(
      'wrong received_sats',
      `${at} has ${payment.received_sats}, not ${expected.received}`,
    );
  }
  if (payment.confirmations !== expected.confirmations) {
    findings.note(
      'wrong confirmations',
      `${at} has ${payment.confirmations}, not ${expected.confirmations}`,
    );
  }
  const named = payment.txid === null ? [] : [payment.txid];
  const fits =
    expected.txids.length === 0 ? named.length === 0 : includesAny(expected.txids, named);
  if (!fits) findings.note('wrong txid', `${at} names ${named}, not ${expected.txids}`);
  const has = (flag: PaymentResponse['flags'][number]) => payment.flags.includes(flag);
  if (has('underpaid') !== expected.underpaid || has('overpaid') !== expected.overpaid) {
    findings.note('wrong flags', `${at} has ${payment.flags}`);
  }
}

const includesAny = (list: readonly string[], some: readonly string[]) =>
  some.some((one) => list.includes(one));

function expect({ payment, cancel }: AcknowledgedPayment, facts: NodeFacts, now: Date): Expected {
  const outputs = facts.paid.get(payment.address) ?? [];
  const { amount_sats: amount, underpayment_tolerance_ppm: tolerance } = payment;
  const required = Math.ceil((amount * (1_000_000 - tolerance)) / 1_000_000);
  const received = outputs.reduce((sum, { sats }) => sum + sats, 0);
  const covering = coveringHeight(outputs, required);
  const counted = outputs.filter(({ height }) => height === covering);
  return {
    statuses: statuses(payment, cancel, covering !== undefined, now),
    received,
    confirmations: covering === undefined ? 0 : facts.tip.height - covering + 1,
    txids: (covering === undefined ? outputs : counted).map(({ txid }) => txid),
    underpaid: received > 0 && received < required,
    overpaid: received > amount,
  };
}

function coveringHeight(outputs: readonly PaidOutput[], required: number): number | undefined {
  let sum = 0;
  return outputs.find(({ sats }) => {
    sum += sats;
    return sum >= required;
  })?.height;
}

/** A payment this close to its expiry may expire while the evidence is gathered. */
const UNSURE_MS = 60_000;

/**
 * Returns the possible statuses of a payment. If it is paid, it must be confirmed, because its
 * block is deep enough.
 */
function statuses(
  payment: PaymentResponse,
  cancel: AcknowledgedPayment['cancel'],
  paid: boolean,
  now: Date,
): PaymentStatus[] {
  if (paid) return ['confirmed'];
  if (cancel === 'done') return ['canceled'];
  const left = new Date(payment.expires_at).getTime() - now.getTime();
  const open: PaymentStatus[] = left > 0 ? ['pending'] : ['expired'];
  if (Math.abs(left) < UNSURE_MS) open.push('pending', 'expired');
  // The first cancel request may have succeeded without a response. If an output then arrived, the
  // repeated request was refused.
  return cancel === 'refused' ? [...open, 'canceled'] : open;
}

function auditNumber(
  { acknowledged, payments, listed, totals }: Evidence,
  findings: Findings,
): void {
  const asked = new Set(acknowledged.map(({ key }) => key));
  const byKey = new Map<string, number>();
  for (const { reference, paymentLinkId } of payments) {
    // All payments of a link have the same reference, so auditLinks counts them instead.
    if (paymentLinkId !== null) continue;
    const key = reference ?? '';
    byKey.set(key, (byKey.get(key) ?? 0) + 1);
    if (!asked.has(key)) findings.note('payments never requested', key);
  }
  for (const [key, count] of byKey) {
    if (count > 1) findings.note('payments doubled', `${key} has ${count} payments`);
  }
  const confirmed = listed.filter(({ status }) => status === 'confirmed').length;
  const counts = {
    all: payments.length,
    verified: confirmed,
    unverified: payments.length - confirmed,
  };
  for (const filter of ['all', 'verified', 'unverified'] as const) {
    if (totals[filter] !== counts[filter]) {
      findings.note('wrong totals', `${filter}: ${totals[filter]}, not ${counts[filter]}`);
    }
  }
  if (new Set(listed.map(({ id }) => id)).size !== listed.length) {
    findings.note('wrong totals', 'the list names a payment twice');
  }
}

function auditAddresses({ payments, walletAddresses }: Evidence, findings: Findings): void {
  const seen = new Set<string>();
  for (const { id, address, derivationIndex } of payments) {
    if (seen.has(address)) findings.note('addresses used twice', address);
    seen.add(address);
    if (walletAddresses[derivationIndex ?? -1] !== address) {
      findings.note('addresses of another wallet', `${id}: ${address}`);
    }
  }
}
