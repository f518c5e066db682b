import { z } from 'zod';
import { publicUrl } from '@/lib/domain/public-url';
import { MAX_SATS, toSats } from '@/lib/domain/sats';
import { getPayment } from '@/lib/payments/get-payment';
import { createRefund, type RefundDeps, type RefundRequest } from '@/lib/refunds/create-refund';
import { getRefund } from '@/lib/refunds/get-refund';
import { listRefunds } from '@/lib/refunds/list-refunds';
import type { Api } from '../api';
import { bitcoinAddress, wholeNumber } from '../input/fields';
import { documentIdempotencyHeader, REPLAYED_HEADER } from '../input/idempotency-header';
import { jsonHash } from '../input/json-text';
import { price } from '../payments/price-field';
import { Reply, route } from '../route';
import { BODY_PROBLEMS, COMMON_PROBLEMS } from '../usual-problems';
import { refundDetailSchema, refundListSchema, refundResponse } from './refund-response';

export const txidInputSchema = z
  .string({ error: 'Must be a transaction id.' })
  .regex(/^[0-9a-f]{64}$/, { error: 'Must be a transaction id: 64 lower-case hex digits.' });

export const refundBody = z
  .strictObject({
    amount_sats: wholeNumber(1, MAX_SATS).optional().meta({
      description:
        'The amount to give back, in satoshis. Without it and without a `price`, the refund gives back what is left of the excess, or of everything received if nothing was overpaid.',
    }),
    price: price.optional().meta({
      description:
        'The amount to give back, in another currency, at the current rate. If a member sends the refund more than ten minutes later, it is converted to satoshis again.',
    }),
    address: bitcoinAddress.optional().meta({
      description:
        "The customer's address, on the network of the payment. Without it the refund is `requested` until a member enters one, or the customer gives one on the page of a link.",
    }),
    txid: txidInputSchema.optional().meta({
      description:
        'The transaction, if you have already paid. It is only a hint: Blocktally searches the mempool, and the blocks since the payment, for the output to `address` with the exact amount.',
    }),
    confirm_excess: z.boolean({ error: 'Must be true or false.' }).default(false).meta({
      description: 'Whether the refunds may give back more than was received.',
    }),
  })
  .refine(
    ({ amount_sats, price: priceRequest }) =>
      amount_sats === undefined || priceRequest === undefined,
    {
      path: ['amount_sats'],
      error: 'Must be left out beside a price.',
      when: () => true,
    },
  )
  .refine(({ txid, address }) => txid === undefined || address !== undefined, {
    path: ['address'],
    error: 'Is required with a txid.',
    params: { code: 'required' },
    when: () => true,
  })
  .meta({ id: 'CreateRefund' });

const createRoute = route({
  method: 'POST',
  path: '/v1/btc/payments/{id}/refunds',
  who: 'key',
  body: refundBody,
  bodyMayBeMissing: true,
  answer: refundDetailSchema,
  docs: {
    id: 'createRefund',
    tag: 'Refunds',
    summary: 'Record a refund',
    description:
      'Records that you give back money of a payment. Blocktally sends nothing: pay `payment_uri` from your own wallet, with exactly this amount. Blocktally then follows the output to the address like the output of a payment.',
    headers: documentIdempotencyHeader('refund-1001-1'),
    answers: {
      201: { description: 'The refund.', headers: ['Location', 'Idempotency-Replayed'] },
    },
    problems: [
      ...COMMON_PROBLEMS,
      ...BODY_PROBLEMS,
      'payment_not_found',
      'refund_exceeds_received',
      'address_in_use',
      'address_network_mismatch',
      'idempotency_in_progress',
      'idempotency_key_reused',
      'rate_unavailable',
    ],
  },
  async handle({ api, actor, params, body, json, idempotencyKey, now }) {
    const path = `POST /v1/btc/payments/${params.id}/refunds`;
    const { apiKeyId } = actor;
    const keyed =
      idempotencyKey === undefined
        ? undefined
        : { apiKeyId, route: path, key: idempotencyKey, bodyHash: jsonHash(json) };
    const wanted = toRefundRequest(params.id, body);
    const made = await createRefund(refundDeps(api), actor, wanted, now, keyed);
    const location = publicUrl(api.env.appUrl, `/v1/btc/refunds/${made.id}`);
    const headers = made.replayed ? REPLAYED_HEADER : {};
    const answer = { ...made.json, other_outputs: [] };
    return new Reply(201, JSON.stringify(answer), { location, ...headers });
  },
});

const listRoute = route({
  method: 'GET',
  path: '/v1/btc/payments/{id}/refunds',
  who: 'key',
  answer: refundListSchema,
  docs: {
    id: 'listRefunds',
    tag: 'Refunds',
    summary: 'List the refunds of a payment',
    description: 'All refunds, including dropped ones.',
    answers: { 200: { description: 'The refunds.' } },
    problems: [...COMMON_PROBLEMS, 'payment_not_found'],
  },
  async handle({ api, actor, params }) {
    const { row } = await getPayment(api.db, actor, params.id);
    const found = await listRefunds(api.db, actor, { paymentId: row.id });
    return { data: found.map(refundResponse) };
  },
});

const getRoute = route({
  method: 'GET',
  path: '/v1/btc/refunds/{id}',
  who: 'key',
  answer: refundDetailSchema,
  docs: {
    id: 'getRefund',
    tag: 'Refunds',
    summary: 'Get a refund',
    description: 'Refunds of other API keys return 404.',
    answers: { 200: { description: 'The refund.' } },
    problems: [...COMMON_PROBLEMS, 'not_found'],
  },
  async handle({ api, actor, params }) {
    return refundResponse(await getRefund(api.db, actor, params.id));
  },
});

export const refundRoutes = [createRoute, listRoute, getRoute] as const;

export function refundDeps({ db, rates, newPayments }: Api): RefundDeps {
  return { db, rates, newPayments };
}

export function toRefundRequest(
  paymentId: string,
  body: z.output<typeof refundBody>,
): RefundRequest {
  const { amount_sats: sats, price: priceRequest } = body;
  const inSats = sats === undefined ? null : { sats: toSats(sats) };
  return {
    paymentId,
    amount: priceRequest ? { price: priceRequest } : inSats,
    address: body.address ?? null,
    txid: body.txid ?? null,
    confirmExcess: body.confirm_excess,
  };
}
