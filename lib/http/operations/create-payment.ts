import { z } from 'zod';
import { MAX_SATS, toSats } from '@/lib/domain/sats';
import { createPayment } from '@/lib/payments/create-payment';
import type { NewPayment } from '@/lib/payments/new-payment';
import { bitcoinAddress, reference, webhookUrl, wholeNumber } from '../fields';
import { jsonHash } from '../json-text';
import { noFields, readInput } from '../read-input';
import type { Operation } from '../resource';

const ROUTE = 'POST /v1/btc/payments';

export const createPaymentBody = z.strictObject({
  amount_sats: wholeNumber(1, MAX_SATS),
  underpayment_tolerance_ppm: wholeNumber(0, 10_000).default(0),
  webhook_url: webhookUrl.optional(),
  destination_address: bitcoinAddress.optional(),
  required_confirmations: wholeNumber(1, 6).default(3),
  expires_in: wholeNumber(300, 86_400).default(3600),
  reference: reference.optional(),
});

/** POST /v1/btc/payments */
export const createPaymentOperation: Operation = async ({ api, request, caller, now }) => {
  const { body, json, idempotencyKey } = await readInput(request, {
    query: noFields,
    body: createPaymentBody,
    bodyIs: 'required',
    idempotent: true,
  });
  const claim =
    idempotencyKey === undefined
      ? undefined
      : {
          apiKeyId: caller.apiKeyId,
          route: ROUTE,
          key: idempotencyKey,
          bodyHash: jsonHash(json),
        };
  const deps = {
    db: api.db,
    source: api.sources.get(caller.network),
    appUrl: api.env.appUrl,
    privateWebhookTargets: api.env.privateWebhookTargets,
  };
  const answer = await createPayment(deps, caller, toNewPayment(body), now, claim);
  return {
    status: answer.status,
    body: answer.body,
    headers: {
      ...(answer.location === null ? {} : { location: answer.location }),
      ...(answer.replayed ? { 'idempotency-replayed': 'true' } : {}),
    },
  };
};

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
