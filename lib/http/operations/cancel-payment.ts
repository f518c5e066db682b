import { cancelPayment } from '@/lib/payments/cancel-payment';
import { paymentJson } from '../payment-json';
import { noFields, readInput } from '../read-input';
import type { Operation } from '../resource';

/** POST /v1/btc/payments/{id}/cancel */
export const cancelPaymentOperation: Operation = async ({ api, request, caller, params, now }) => {
  await readInput(request, { query: noFields, body: noFields, bodyIs: 'optional' });
  const { row, chainHeight } = await cancelPayment(api.db, caller, params.id ?? '', now);
  return { status: 200, body: JSON.stringify(paymentJson(row, chainHeight, api.env.appUrl)) };
};
