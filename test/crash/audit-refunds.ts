import type { RefundResponse } from '@/lib/http/refunds/refund-response';
import type { Evidence } from './evidence';
import type { Findings } from './findings';
import { groupBy } from './group';

export function auditRefunds(evidence: Evidence, findings: Findings): void {
  auditRecords(evidence, findings);
  auditOutputs(evidence, findings);
  auditFees(evidence, findings);
  auditEventsOf(evidence, findings);
}

function auditRecords(evidence: Evidence, findings: Findings): void {
  const { refunds, listedRefunds, refundRows } = evidence;
  const listed = groupBy(listedRefunds, ({ id }) => id);
  for (const { refund } of refunds) {
    const [found, ...others] = listed.get(refund.id) ?? [];
    if (!found || others.length > 0) {
      const times = found ? 1 + others.length : 0;
      findings.note('refunds lost or doubled', `${refund.id} is listed ${times} times`);
    } else if (JSON.stringify(termsOf(found)) !== JSON.stringify(termsOf(refund))) {
      findings.note('answers that changed', `${refund.id} differs from what was answered`);
    }
  }
  const known = new Set(refunds.map(({ refund }) => refund.id));
  const invented = refundRows.filter(({ id }) => !known.has(id));
  findings.noteAll(
    'refunds never requested',
    invented.map(({ id, paymentId }) => `${id} of ${paymentId}`),
  );
}

const termsOf = ({ id, payment_id, address, amount_sats, created_at }: RefundResponse) => [
  id,
  payment_id,
  address,
  amount_sats,
  created_at,
];

const outputOf = ({ txid, vout }: RefundResponse) => `${txid}:${vout}`;
const isPaid = ({ status }: RefundResponse) => status === 'sent' || status === 'confirmed';

/**
 * Compares refunds of the same amount and address with the outputs on the chain. As many refunds
 * must be confirmed as there are outputs, each by its own output.
 */
function auditOutputs({ listedRefunds, facts }: Evidence, findings: Findings): void {
  const wished = ({ address, amount_sats: sats }: RefundResponse) => `${address} ${sats}`;
  for (const [what, own] of groupBy(listedRefunds, wished)) {
    const { address, amount_sats: sats } = own[0] as RefundResponse;
    const there = facts.paid.get(address ?? '') ?? [];
    const paid = there.filter((output) => output.sats === sats);
    const count = Math.min(own.length, paid.length);
    const sent = own.filter(isPaid);
    if (sent.length !== count || sent.some(({ status }) => status !== 'confirmed')) {
      const statuses = own.map(({ status }) => status);
      findings.note('wrong status of a refund', `${what} is ${statuses}, with ${count} outputs`);
    }
    for (const { id, status, other_outputs: others } of own) {
      const odd = there.length - paid.length;
      if (status === 'confirmed' || others.length === odd) continue;
      findings.note('wrong output of a refund', `${id} shows ${others.length} others, not ${odd}`);
    }
    const heights = new Map(paid.map(({ txid, height }) => [txid, height]));
    for (const refund of sent) {
      const height = heights.get(refund.txid ?? '');
      const depth = height === undefined ? 0 : facts.tip.height - height + 1;
      if (refund.confirmations === depth && depth > 0) continue;
      const detail = `${refund.id} has ${refund.confirmations} by ${refund.txid}, not ${depth}`;
      findings.note('wrong output of a refund', detail);
    }
  }
  for (const [output, own] of groupBy(listedRefunds.filter(isPaid), outputOf)) {
    if (own.length > 1) findings.note('wrong output of a refund', `${output} pays ${own.length}`);
  }
}

/** The fee shares of all refunds in one transaction must add up to the transaction's fee. */
function auditFees({ listedRefunds, facts }: Evidence, findings: Findings): void {
  for (const [txid, own] of groupBy(listedRefunds.filter(isPaid), (one) => one.txid ?? '')) {
    const sum = own.reduce((all, { fee_sats: fee }) => all + (fee ?? 0), 0);
    const fee = facts.fees.get(txid);
    if (sum !== fee) findings.note('wrong fee of a refund', `${txid} has ${sum}, not ${fee}`);
  }
}

/** A transaction that leaves the mempool still counts for this long. */
const GRACE_MS = 60_000;

/**
 * Checks that each refund has one event for its creation, and one for each time that it became sent
 * or confirmed.
 */
function auditEventsOf(evidence: Evidence, findings: Findings): void {
  const { events, refunds, listedRefunds, facts } = evidence;
  const told = events.filter(({ type }) => type.startsWith('refund.')).map(refundEventOf);
  const byRefund = groupBy(told, ({ refund }) => refund.id);
  const replaced = new Set(refunds.flatMap((one) => (one.isReplaced ? one.refund.address : [])));
  const known = new Set(listedRefunds.map(({ id }) => id));
  for (const { id, refund } of told) {
    if (!known.has(refund.id)) findings.note('events invented', `${id} of ${refund.id}`);
    if (refund.txid !== null && !facts.sent.has(`${refund.txid} ${refund.address}`)) {
      findings.note('events invented', `${id}: ${refund.txid} never paid ${refund.address}`);
    }
  }
  for (const refund of listedRefunds) {
    const own = byRefund.get(refund.id) ?? [];
    const created = own.filter(({ type }) => type === 'refund.created');
    if (created.length > 1) findings.note('events doubled', `${refund.id} is created twice`);
    if (own[0]?.type !== 'refund.created') {
      findings.note('events lost', `${refund.id} begins with ${own[0]?.type}`);
    }
    const last = own.at(-1);
    const isTold = last?.type === 'refund.confirmed' && last.refund.txid === refund.txid;
    if (refund.status === 'confirmed' && !isTold) {
      findings.note('events lost', `${refund.id} is confirmed by ${refund.txid}, untold`);
    }
    // A replaced transaction may return. Its refund may then be announced a second time.
    if (replaced.has(refund.address)) continue;
    for (const [what, same] of groupBy(own, (one) => `${one.type} ${one.refund.txid}`)) {
      const isSoon = same.some(({ at }, n) => n > 0 && at - (same[n - 1]?.at ?? 0) < GRACE_MS);
      if (isSoon) findings.note('events doubled', `${refund.id}: ${what}`);
    }
  }
}

function refundEventOf({ id, type, body, createdAt }: Evidence['events'][number]) {
  const { data } = JSON.parse(body) as { readonly data: { readonly refund: RefundResponse } };
  return { id, type, refund: data.refund, at: createdAt.getTime() };
}
