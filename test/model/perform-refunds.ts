import { createHash } from 'node:crypto';
import { address } from 'bitcoinjs-lib';
import { Problem } from '@/lib/domain/problems';
import { dropRefund } from '@/lib/refunds/drop-refund';
import { differences } from './differences';
import { nth, type SystemAndModel } from './pair';
import { pay } from './perform-chain';
import type { ReferencePayment } from './reference-payment';
import type { ReferenceRefund } from './reference-refund';
import type { Action } from './steps';

type OnRefund = Extract<Action, { readonly kind: 'refund' | 'payRefund' | 'dropRefund' }>;

export async function performOnRefund(pair: SystemAndModel, action: OnRefund): Promise<string[]> {
  const { refunds, payments } = pair.model;
  if (action.kind === 'refund') return give(pair, nth(payments, action.payment), action);
  const refund = nth(refunds, action.refund);
  if (!refund) return [];
  if (action.kind === 'dropRefund') return drop(pair, refund);
  return pay(pair, refund.address, refund.sats + action.over);
}

async function give(
  { system, model }: SystemAndModel,
  payment: ReferencePayment | undefined,
  { sats, excess }: Extract<OnRefund, { readonly kind: 'refund' }>,
): Promise<string[]> {
  if (!payment) return [];
  const to = newAddress(`${payment.id} ${model.refunds.length}`);
  const body = { amount_sats: sats, address: to, confirm_excess: excess };
  const path = `/v1/btc/payments/${payment.id}/refunds`;
  const { status, json } = await system.call('POST', path, body);
  const mayGive = excess || model.refundable(payment) >= sats;
  const found = status === 201 ? 'created' : json.code;
  if (status === 201) {
    const createdAt = model.now;
    model.refunded({ id: String(json.id), payment, address: to, sats, createdAt });
  }
  return differences('a refund', found, mayGive ? 'created' : 'refund_exceeds_received');
}

async function drop({ system, model }: SystemAndModel, refund: ReferenceRefund): Promise<string[]> {
  const expected = model.drop(refund) ? 'dropped' : 'refund_not_open';
  const { db } = system.base;
  const found = await dropRefund(db, system.owner, refund.id, new Date(model.now)).then(
    () => 'dropped',
    (error) => (error instanceof Problem ? error.code : `${error}`),
  );
  return differences('dropping a refund', found, expected);
}

/** Returns an address that no transaction of any sequence has paid. */
function newAddress(of: string): string {
  const hash = createHash('sha256').update(of).digest().subarray(0, 20);
  return address.toBech32(hash, 0, 'bcrt');
}
