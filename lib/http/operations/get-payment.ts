import { getPayment } from '@/lib/payments/get-payment';
import { matchesEtag, strongEtag } from '../etag';
import { paymentJson } from '../payment-json';
import { noFields, readInput } from '../read-input';
import type { Operation } from '../resource';

/** GET /v1/btc/payments/{id} */
export const getPaymentOperation: Operation = async ({ api, request, caller, params }) => {
  await readInput(request, { query: noFields, body: noFields, bodyIs: 'none' });
  const { row, chainHeight } = await getPayment(api.db, caller, params.id ?? '');
  const body = JSON.stringify(paymentJson(row, chainHeight, api.env.appUrl));
  const etag = strongEtag(body);
  if (matchesEtag(request.headers.get('if-none-match'), etag)) {
    return { status: 304, body: '', headers: { etag } };
  }
  return { status: 200, body, headers: { etag } };
};
