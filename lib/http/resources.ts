import { cancelPaymentOperation } from './operations/cancel-payment';
import { createPaymentOperation } from './operations/create-payment';
import { getPaymentOperation } from './operations/get-payment';
import { listDeliveriesOperation } from './operations/list-deliveries';
import { listPaymentsOperation } from './operations/list-payments';
import { openApiOperation } from './operations/openapi-document';
import {
  doubleSpendOperation,
  mineOperation,
  payOperation,
  reorgOperation,
  replaceOperation,
} from './operations/sandbox';
import { testWebhookOperation } from './operations/test-webhook';
import { matchPath, type Resource } from './resource';

export const payments: Resource = {
  pattern: '/v1/btc/payments',
  operations: { GET: listPaymentsOperation, POST: createPaymentOperation },
};

export const payment: Resource = {
  pattern: '/v1/btc/payments/{id}',
  operations: { GET: getPaymentOperation },
};

export const paymentCancel: Resource = {
  pattern: '/v1/btc/payments/{id}/cancel',
  operations: { POST: cancelPaymentOperation },
};

export const paymentDeliveries: Resource = {
  pattern: '/v1/btc/payments/{id}/webhook-deliveries',
  operations: { GET: listDeliveriesOperation },
};

export const webhookTest: Resource = {
  pattern: '/v1/webhooks/test',
  operations: { POST: testWebhookOperation },
};

export const sandboxPay: Resource = {
  pattern: '/v1/sandbox/pay',
  operations: { POST: payOperation },
};

export const sandboxReplace: Resource = {
  pattern: '/v1/sandbox/replace',
  operations: { POST: replaceOperation },
};

export const sandboxDoubleSpend: Resource = {
  pattern: '/v1/sandbox/double-spend',
  operations: { POST: doubleSpendOperation },
};

export const sandboxMine: Resource = {
  pattern: '/v1/sandbox/mine',
  operations: { POST: mineOperation },
};

export const sandboxReorg: Resource = {
  pattern: '/v1/sandbox/reorg',
  operations: { POST: reorgOperation },
};

export const openApi: Resource = {
  pattern: '/v1/openapi.json',
  operations: {},
  open: openApiOperation,
};

/** Every other path: no request fits its pattern. */
export const nothing: Resource = { pattern: 'none', operations: {} };

/** Everything the API has. */
export const RESOURCES: readonly Resource[] = [
  payments,
  payment,
  paymentCancel,
  paymentDeliveries,
  webhookTest,
  sandboxPay,
  sandboxReplace,
  sandboxDoubleSpend,
  sandboxMine,
  sandboxReorg,
  openApi,
];

/** The resource at a path, for a server that does its own routing. */
export function resourceAt(path: string): Resource {
  return RESOURCES.find((resource) => matchPath(resource.pattern, path)) ?? nothing;
}
