// Made from the OpenAPI document by `npm run sdk:types`; not written by hand.

import type {
  CreatePayment,
  CreatePaymentLink,
  EventPage,
  GetRateQuery,
  ListEventsQuery,
  ListPaymentLinksQuery,
  ListPaymentsQuery,
  OpenApiDocument,
  Payment,
  PaymentLink,
  PaymentLinkPage,
  PaymentPage,
  Rate,
  SandboxDoubleSpend,
  SandboxDoubleSpent,
  SandboxMine,
  SandboxMined,
  SandboxPay,
  SandboxReorg,
  SandboxReorganised,
  SandboxReplace,
  SandboxTransaction,
  TestWebhook,
  TestWebhookResult,
  WebhookDelivery,
} from './api.js';

/** What each operation takes and answers. */
export interface Operations {
  listPayments: { query: ListPaymentsQuery; body: undefined; answer: PaymentPage };
  createPayment: { query: undefined; body: CreatePayment; answer: Payment };
  getPayment: { query: undefined; body: undefined; answer: Payment };
  cancelPayment: { query: undefined; body: undefined; answer: Payment };
  listPaymentLinks: { query: ListPaymentLinksQuery; body: undefined; answer: PaymentLinkPage };
  createPaymentLink: { query: undefined; body: CreatePaymentLink; answer: PaymentLink };
  getPaymentLink: { query: undefined; body: undefined; answer: PaymentLink };
  deactivatePaymentLink: { query: undefined; body: undefined; answer: PaymentLink };
  getRate: { query: GetRateQuery; body: undefined; answer: Rate };
  listWebhookDeliveries: { query: undefined; body: undefined; answer: WebhookDelivery[] };
  sendTestWebhook: { query: undefined; body: TestWebhook; answer: TestWebhookResult };
  listEvents: { query: ListEventsQuery; body: undefined; answer: EventPage };
  sandboxPay: { query: undefined; body: SandboxPay; answer: SandboxTransaction };
  sandboxMine: { query: undefined; body: SandboxMine; answer: SandboxMined };
  sandboxReplace: { query: undefined; body: SandboxReplace; answer: SandboxTransaction };
  sandboxDoubleSpend: { query: undefined; body: SandboxDoubleSpend; answer: SandboxDoubleSpent };
  sandboxReorg: { query: undefined; body: SandboxReorg; answer: SandboxReorganised };
  getOpenApiDocument: { query: undefined; body: undefined; answer: OpenApiDocument };
}

/** Where each operation is. */
export const OPERATIONS = {
  listPayments: { method: 'GET', path: '/v1/btc/payments' },
  createPayment: { method: 'POST', path: '/v1/btc/payments' },
  getPayment: { method: 'GET', path: '/v1/btc/payments/{id}' },
  cancelPayment: { method: 'POST', path: '/v1/btc/payments/{id}/cancel' },
  listPaymentLinks: { method: 'GET', path: '/v1/btc/payment_links' },
  createPaymentLink: { method: 'POST', path: '/v1/btc/payment_links' },
  getPaymentLink: { method: 'GET', path: '/v1/btc/payment_links/{id}' },
  deactivatePaymentLink: { method: 'POST', path: '/v1/btc/payment_links/{id}/deactivate' },
  getRate: { method: 'GET', path: '/v1/btc/rates' },
  listWebhookDeliveries: { method: 'GET', path: '/v1/btc/payments/{id}/webhook-deliveries' },
  sendTestWebhook: { method: 'POST', path: '/v1/webhooks/test' },
  listEvents: { method: 'GET', path: '/v1/events' },
  sandboxPay: { method: 'POST', path: '/v1/sandbox/pay' },
  sandboxMine: { method: 'POST', path: '/v1/sandbox/mine' },
  sandboxReplace: { method: 'POST', path: '/v1/sandbox/replace' },
  sandboxDoubleSpend: { method: 'POST', path: '/v1/sandbox/double-spend' },
  sandboxReorg: { method: 'POST', path: '/v1/sandbox/reorg' },
  getOpenApiDocument: { method: 'GET', path: '/v1/openapi.json' },
} as const;
