import { z } from 'zod';
import { publicUrl } from '@/lib/domain/public-url';
import { MAX_SATS, toSats } from '@/lib/domain/sats';
import { type CreateDeps, createPayment } from '@/lib/payments/create-payment';
import type { NewPayment, PaymentRow } from '@/lib/payments/payment-row';
import type { Api } from '../api';
import { bitcoinAddress, reference, webhookUrl, wholeNumber } from '../fields';
import { earlierAnswer, rememberAnswer, type StoredAnswer } from '../idempotency';
import { jsonHash } from '../json-text';
import { paymentJson } from '../payment-json';
import { noFields, readInput } from '../read-input';
import type { Answer, Operation } from '../resource';

const ROUTE = 'POST /v1/btc/payments';

export const createPaymentBody = z
  .strictObject({
    amount_sats: wholeNumber(1, MAX_SATS).meta({ description: 'What to ask for, in satoshis.' }),
    underpayment_tolerance_ppm: wholeNumber(0, 10_000).default(0).meta({
      description: 'How much less is enough, in parts per million: 1000 ppm are 0.1 %.',
    }),
    webhook_url: webhookUrl.optional().meta({
      description: 'Where events of this payment are sent. Must be public in production.',
    }),
    destination_address: bitcoinAddress.optional().meta({
      description:
        'Receives the payment in place of an address of the wallet. The API key must allow it; the address must be of its network and serve no other active payment.',
    }),
    required_confirmations: wholeNumber(1, 6)
      .default(3)
      .meta({ description: 'Confirmations before the payment counts as confirmed.' }),
    expires_in: wholeNumber(300, 86_400)
      .default(3600)
      .meta({ description: 'Seconds until the payment expires if nothing is paid.' }),
    reference: reference
      .optional()
      .meta({ description: 'Yours, such as an order number, for reconciliation.' }),
  })
  .meta({ id: 'CreatePayment' });

/** POST /v1/btc/payments */
export const createPaymentOperation: Operation = async ({ api, request, caller, now }) => {
  const { body, json, idempotencyKey } = await readInput(request, {
    query: noFields,
    body: createPaymentBody,
    bodyIs: 'required',
    idempotent: true,
  });
  const { apiKeyId } = caller;
  const answerOf = (payment: PaymentRow) => createdAnswer(payment, api.env.appUrl);
  const deps = createDeps(api);
  const wanted = toNewPayment(body);
  if (idempotencyKey === undefined) {
    return sent(answerOf(await createPayment(deps, caller, apiKeyId, wanted, now)));
  }
  const claim = { apiKeyId, route: ROUTE, key: idempotencyKey, bodyHash: jsonHash(json) };
  const earlier = await earlierAnswer(api.db, claim, now);
  if (earlier) return sent(earlier, { 'idempotency-replayed': 'true' });
  const remember = rememberAnswer(claim, now, answerOf);
  const made = await createPayment(deps, caller, apiKeyId, wanted, now, [remember]);
  return 'body' in made ? sent(made, { 'idempotency-replayed': 'true' }) : sent(answerOf(made));
};

function createdAnswer(payment: PaymentRow, appUrl: URL): StoredAnswer {
  return {
    status: 201,
    body: JSON.stringify(paymentJson(payment, null, appUrl)),
    location: publicUrl(appUrl, `/v1/btc/payments/${payment.id}`),
  };
}

function sent({ status, body, location }: StoredAnswer, headers = {}): Answer {
  return { status, body, headers: { ...(location !== null && { location }), ...headers } };
}

/** What creating a payment needs of the process. */
export function createDeps({ db, sources, env }: Api): CreateDeps {
  return { db, sources, privateWebhookTargets: env.privateWebhookTargets };
}

/** What a checked body asks for. */
export function toNewPayment(body: z.output<typeof createPaymentBody>): NewPayment {
  return {
    amount: toSats(body.amount_sats),
    tolerancePpm: body.underpayment_tolerance_ppm,
    requiredConfirmations: body.required_confirmations,
    expiresInSeconds: body.expires_in,
    webhookUrl: body.webhook_url ?? null,
    destinationAddress: body.destination_address ?? null,
    reference: body.reference ?? null,
  };
}
