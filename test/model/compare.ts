import { chain } from '@/db/schema/chain';
import { payment } from '@/db/schema/payments';
import { compareEvents } from './compare-events';
import { compareLinks } from './compare-links';
import { compareRefunds } from './compare-refunds';
import { describePayment, differences } from './differences';
import type { SystemAndModel } from './pair';
import type { Reference } from './reference';
import { countConfirmations, expiresAt, type ReferencePayment } from './reference-payment';

const FILTERS = ['all', 'verified', 'unverified'] as const;
const FLAGS = ['underpaid', 'overpaid', 'late', 'replaced', 'reorged'];
const FROM_ALWAYS = 'from=0&to=32503680000';

export async function compare(pair: SystemAndModel): Promise<string[]> {
  const found = await Promise.all([
    compareCursor(pair),
    ...FILTERS.map((filter) => compareList(pair, filter)),
    comparePage(pair),
    compareAccepted(pair),
    compareEvents(pair),
    compareLinks(pair),
    compareRefunds(pair),
  ]);
  return found.flat();
}

export async function compareChain({ system, model }: SystemAndModel): Promise<string[]> {
  const mempool = [...(await system.driver.mempool())].sort();
  const expected = model.chain.mempool.map(({ id }) => id).sort();
  return differences('the mempool', mempool, expected);
}

async function compareCursor({ system, model }: SystemAndModel): Promise<string[]> {
  const { db } = system.base;
  const [row] = await db.select({ height: chain.height, hash: chain.hash }).from(chain);
  return [
    ...differences('the followed height', row?.height, model.followed.length - 1),
    ...differences('the followed block', row?.hash, model.followed.at(-1)),
  ];
}

async function compareList({ system, model }: SystemAndModel, filter: string): Promise<string[]> {
  const path = `/v1/btc/payments?${FROM_ALWAYS}&limit=100&filter=${filter}`;
  const { json } = await system.call('GET', path);
  const expected = listed(model).filter(
    ({ status }) => filter === 'all' || (filter === 'verified') === (status === 'confirmed'),
  );
  return [
    ...differences(`the total of ${filter}`, json.pagination.total, expected.length),
    ...differences(`the list of ${filter}`, idsOf(json.data), idsOf(expected)),
    ...(filter === 'all' ? comparePayments(model, json.data, expected) : []),
  ];
}

async function compareAccepted({ system, model }: SystemAndModel): Promise<string[]> {
  const { id, acceptedAt } = payment;
  const rows = await system.base.db.select({ id, at: acceptedAt }).from(payment);
  const found = new Map(rows.map((row) => [row.id, row.at?.getTime() ?? null]));
  return model.payments.flatMap((one) =>
    differences(`${describePayment(model, one)}: accepted`, found.get(one.id), one.accepted),
  );
}

/** Pages are selected by time and offset, so the page begins in the middle of the list. */
async function comparePage({ system, model }: SystemAndModel): Promise<string[]> {
  const middle = model.payments[Math.floor(model.payments.length / 2)];
  if (!middle) return [];
  const from = Math.floor(middle.createdAt / 1000);
  const path = `/v1/btc/payments?from=${from}&to=${Math.floor(model.now / 1000)}&limit=2&offset=1`;
  const { json } = await system.call('GET', path);
  const expected = listed(model).filter(({ createdAt }) => createdAt >= from * 1000);
  return [
    ...differences('the total of a range', json.pagination.total, expected.length),
    ...differences('a page of a range', idsOf(json.data), idsOf(expected.slice(1, 3))),
  ];
}

function listed(model: Reference): ReferencePayment[] {
  return [...model.payments].sort((a, b) => b.createdAt - a.createdAt);
}

const idsOf = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id);

function comparePayments(
  model: Reference,
  shown: readonly Record<string, unknown>[],
  expected: readonly ReferencePayment[],
): string[] {
  return expected.flatMap((payment, n) => {
    const found = shown[n];
    if (found?.id !== payment.id) return [];
    return Object.entries(shownOf(model, payment)).flatMap(([field, value]) =>
      differences(`${describePayment(model, payment)}: ${field}`, found[field], value),
    );
  });
}

function shownOf(model: Reference, payment: ReferencePayment): Record<string, unknown> {
  const { terms } = payment;
  return {
    address: payment.address,
    txid: payment.txid,
    amount_sats: payment.amount.amount_sats,
    underpayment_tolerance_ppm: terms.underpayment_tolerance_ppm,
    received_sats: payment.received,
    status: payment.status,
    flags: FLAGS.filter((flag) => payment.flags.has(flag)),
    confirmations: countConfirmations(payment, model.followed.length - 1),
    required_confirmations: terms.required_confirmations,
    network: 'regtest',
    created_at: moment(payment.createdAt),
    expires_at: moment(expiresAt(payment)),
    detected_at: moment(payment.since.detected),
    confirmed_at: moment(payment.since.confirmed),
    canceled_at: moment(payment.since.canceled),
    reference: terms.reference ?? null,
    price: payment.amount.price,
    customer: null,
    metadata: terms.metadata ?? null,
    description: terms.description ?? null,
    locale: terms.locale ?? null,
    return_url: terms.return_url ?? null,
    return_automatically: terms.return_automatically ?? false,
    payment_link_id: terms.payment_link_id ?? null,
    payer_note: terms.payer_note ?? null,
    follows_payment_id: null,
    webhook_url: terms.webhook_url ?? null,
  };
}

const moment = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());
