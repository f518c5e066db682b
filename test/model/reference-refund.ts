import { shareOfPrice } from './prices';

import {
  byAge,
  type EventType,
  type ReferencePayment,
  type ReferenceTransfer,
  toPaymentEventData,
} from './reference-payment';

interface Created {
  readonly id: string;
  readonly payment: ReferencePayment;
  readonly address: string;
  readonly sats: number;
  readonly createdAt: number;
}

export type ReferenceRefund = ReturnType<typeof newRefund>;

export const newRefund = (created: Created) => ({
  ...created,
  status: 'ready' as 'ready' | 'sent' | 'confirmed' | 'dropped',
  txid: null as string | null,
  height: null as number | null,
  /** The transaction in the last refund.confirmed; null while the refund is unpaid. */
  announced: null as string | null,
  since: {} as Partial<Record<'sent' | 'confirmed' | 'dropped', number>>,
});

export const isPaid = ({ status }: Pick<ReferenceRefund, 'status'>) =>
  status === 'sent' || status === 'confirmed';

/** Computes the state of a refund again, from the outputs at its address that currently count. */
export function recomputeRefund(
  refund: ReferenceRefund,
  money: readonly ReferenceTransfer[],
  tip: number,
  now: number,
): void {
  const { payment, since } = refund;
  const wasPaid = isPaid(refund);
  const fitting = money.filter(({ tx }) => tx.sats === refund.sats).sort(byAge);
  const own = fitting.find(({ tx }) => tx.id === refund.txid) ?? fitting[0];
  refund.txid = own?.tx.id ?? null;
  refund.height = own?.height ?? null;
  if (!wasPaid) refund.announced = null;
  if (!own) {
    refund.status = since.dropped === undefined ? 'ready' : 'dropped';
    delete since.sent;
    delete since.confirmed;
    return;
  }
  const isDeep = countRefundConfirmations(refund, tip) >= payment.terms.required_confirmations;
  refund.status = isDeep ? 'confirmed' : 'sent';
  since.sent ??= now;
  if (!isDeep) delete since.confirmed;
  else since.confirmed ??= now;
  if (!isDeep && !wasPaid) recordRefundEvent(refund, 'refund.sent', tip, now);
  if (isDeep && refund.announced !== refund.txid) {
    refund.announced = refund.txid;
    recordRefundEvent(refund, 'refund.confirmed', tip, now);
  }
}

export const countRefundConfirmations = ({ height }: ReferenceRefund, tip: number) =>
  height === null ? 0 : tip - height + 1;

export function recordRefundEvent(
  refund: ReferenceRefund,
  type: EventType,
  tip: number,
  now: number,
): void {
  const { payment } = refund;
  const more = { status: payment.status, reason: null, refund: toShownRefund(refund, tip) };
  const body = JSON.stringify({
    version: '1',
    type,
    data: { ...toPaymentEventData(payment, tip), ...more },
  });
  payment.events.push({ type, body, at: now, again: false });
}

/** Returns a refund as the API and events show it. The model does not know its output and fee. */
export function toShownRefund(refund: ReferenceRefund, tip: number) {
  const { payment, address, sats, since } = refund;
  const { amount_sats: whole, price } = payment.amount;
  return {
    id: refund.id,
    payment_id: payment.id,
    network: 'regtest',
    status: refund.status,
    amount_sats: sats,
    price: price && shareOfPrice(price, sats, whole),
    address,
    payment_uri: refund.status === 'ready' ? `bitcoin:${address}?amount=${bitcoin(sats)}` : null,
    txid: refund.txid,
    vout: null,
    fee_sats: null,
    confirmations: countRefundConfirmations(refund, tip),
    required_confirmations: payment.terms.required_confirmations,
    created_at: moment(refund.createdAt),
    sent_at: moment(since.sent),
    confirmed_at: moment(since.confirmed),
    dropped_at: moment(since.dropped),
  };
}

const bitcoin = (sats: number) => (sats / 100_000_000).toFixed(8).replace(/\.?0+$/, '');
const moment = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());
