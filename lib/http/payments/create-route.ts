import { z } from 'zod';
import { priceSetByShop } from '@/lib/domain/price';
import { publicUrl } from '@/lib/domain/public-url';
import { MAX_SATS, toSats } from '@/lib/domain/sats';
import { type CreateDeps, createPayment, createPaymentOnce } from '@/lib/payments/create-payment';
import type { PaymentExtra } from '@/lib/payments/payment-extra';
import type { NewPayment, PaymentRow, UnquotedPayment } from '@/lib/payments/payment-row';
import { targetPolicy } from '@/lib/webhooks/transport/target-url';
import type { Api } from '../api';
import { bitcoinAddress, wholeNumber } from '../input/fields';
import { documentIdempotencyHeader, REPLAYED_HEADER } from '../input/idempotency-header';
import { jsonHash } from '../input/json-text';
import { Reply, route } from '../route';
import { BODY_PROBLEMS, COMMON_PROBLEMS } from '../usual-problems';
import { paymentResponse, paymentSchema } from './payment-response';
import { price } from './price-field';
import { customerInputSchema, shopFields, toCustomer, toPaymentExtra } from './shop-fields';
import { termsFields } from './terms-fields';

const createPaymentBody = z
  .strictObject({
    amount_sats: wholeNumber(1, MAX_SATS).optional().meta({
      description:
        'The amount to request, in satoshis. You may omit it if you send a `price`. Wallets send no less than 294 (P2WPKH), 330 (P2WSH, P2TR), 540 (P2SH) or 546 (P2PKH).',
    }),
    price: price.optional().meta({
      description:
        'The amount to request, in another currency. It is converted to satoshis when the payment is created, rounded up, and then fixed. If you also send `amount_sats`, that amount is requested, and the rate is your own.',
    }),
    ...termsFields,
    destination_address: bitcoinAddress.optional().meta({
      description:
        'Address to use instead of one from the wallet, if the API key allows this. It must be an address of the key’s network. No other active payment may use it, and no other merchant may ever have used it.',
    }),
    customer: customerInputSchema.optional().meta({
      description:
        'The customer, for your own use: the payment page and webhooks never contain it. The dashboard lists payments by customer, and can erase a customer. Payments with the same `reference` have the same customer; without a `reference`, the `email` is compared; without both, the `name`.',
    }),
    ...shopFields,
  })
  .refine(({ amount_sats, price }) => amount_sats !== undefined || price !== undefined, {
    path: ['amount_sats'],
    error: 'Is required, unless there is a price.',
    params: { code: 'required' },
    // This check runs despite errors in other fields, so all errors are reported together.
    when: () => true,
  })
  .meta({ id: 'CreatePayment' });

const createPaymentRoute = route({
  method: 'POST',
  path: '/v1/btc/payments',
  who: 'key',
  body: createPaymentBody,
  answer: paymentSchema,
  docs: {
    id: 'createPayment',
    tag: 'Payments',
    summary: 'Create a payment',
    description:
      'Creates a payment with an address that no other payment has, and starts to watch the address. Send the customer to `checkout_url`, or show `address` and `payment_uri` yourself. Unknown fields are refused. Null in an optional field has the same effect as omitting the field.',
    headers: documentIdempotencyHeader('order-1001-1'),
    answers: {
      201: { description: 'The payment.', headers: ['Location', 'Idempotency-Replayed'] },
    },
    problems: [
      ...COMMON_PROBLEMS,
      ...BODY_PROBLEMS,
      'custom_address_not_allowed',
      'address_in_use',
      'idempotency_in_progress',
      'webhook_url_rejected',
      'address_network_mismatch',
      'idempotency_key_reused',
      'network_unavailable',
      'rate_unavailable',
    ],
  },
  async handle({ api, actor, body, json, idempotencyKey, now }) {
    const { apiKeyId } = actor;
    const deps = paymentCreationDeps(api);
    const wanted = toNewPayment(body, now);
    if (idempotencyKey === undefined) {
      const row = await createPayment(deps, actor, apiKeyId, wanted, now);
      return created(row, wanted.extra, api);
    }
    const bodyHash = jsonHash(json);
    const claim = { apiKeyId, route: 'POST /v1/btc/payments', key: idempotencyKey, bodyHash };
    const made = await createPaymentOnce(deps, actor, wanted, claim, now);
    return created(made.payment, made.extra, api, made.replayed ? REPLAYED_HEADER : {});
  },
});

const createInDashboardRoute = route({
  method: 'POST',
  path: '/api/dashboard/payments',
  who: 'member',
  body: createPaymentBody.safeExtend({ api_key_id: z.string().min(1).max(100) }),
  answer: paymentSchema,
  async handle({ api, actor, body, now }) {
    const { api_key_id: apiKeyId, ...request } = body;
    const wanted = toNewPayment(request, now);
    const row = await createPayment(paymentCreationDeps(api), actor, apiKeyId, wanted, now);
    return paymentResponse({ row, extra: wanted.extra, chainHeight: null }, api.env.appUrl);
  },
});

export const paymentCreationRoutes = [createPaymentRoute, createInDashboardRoute] as const;

/** Responds with the payment as created, so that a repeated request gets the same response. */
function created(
  row: PaymentRow,
  extra: PaymentExtra | null,
  { env: { appUrl } }: Api,
  headers = {},
): Reply {
  const location = publicUrl(appUrl, `/v1/btc/payments/${row.id}`);
  const answer = paymentResponse({ row, extra, chainHeight: null }, appUrl);
  return new Reply(201, JSON.stringify(answer), { location, ...headers });
}

export function paymentCreationDeps({ db, sources, newPayments, rates, env }: Api): CreateDeps {
  return { db, sources, newPayments, rates, policy: targetPolicy(env) };
}

function toNewPayment(
  body: z.output<typeof createPaymentBody>,
  now: Date,
): NewPayment | UnquotedPayment {
  const { amount_sats, price: priceRequest } = body;
  const terms = {
    tolerancePpm: body.underpayment_tolerance_ppm,
    requiredConfirmations: body.required_confirmations,
    expiresInSeconds: body.expires_in,
    webhookUrl: body.webhook_url ?? null,
    destinationAddress: body.destination_address ?? null,
    reference: body.reference ?? null,
    customer: toCustomer(body.customer),
    extra: toPaymentExtra(body),
  };
  if (priceRequest && amount_sats === undefined) return { ...terms, asked: priceRequest };
  const amount = toSats(amount_sats ?? 0);
  return {
    ...terms,
    amount,
    ...(priceRequest && { price: priceSetByShop(priceRequest, amount, now) }),
  };
}
