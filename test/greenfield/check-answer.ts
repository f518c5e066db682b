import { z } from 'zod';
import { list, type Schema, text } from './schemas/common';
import { greenfieldInvoiceSchema, invoicePaymentMethod } from './schemas/invoice';
import {
  apiKey,
  fieldProblems,
  health,
  missingPermission,
  problem,
  serverInfo,
} from './schemas/server';
import {
  greenfieldRateSchema,
  greenfieldStoreSchema,
  onChainMethod,
  storePaymentMethods,
} from './schemas/store';
import { webhook, webhookDelivery, webhookEvent, webhookWithSecret } from './schemas/webhook';

const INVOICE = '/api/v1/stores/{storeId}/invoices/{invoiceId}';
const WEBHOOKS = '/api/v1/stores/{storeId}/webhooks';
const DELIVERIES = `${WEBHOOKS}/{webhookId}/deliveries`;

/** The body of a successful response, by operation; null if it is empty. */
export const RESPONSE_SCHEMAS: Readonly<Record<string, Schema | null>> = {
  'GET /api/v1/server/info': serverInfo,
  'GET /api/v1/health': health,
  'GET /api/v1/api-keys/current': apiKey,
  'DELETE /api/v1/api-keys/current': null,
  'GET /api/v1/stores': list(greenfieldStoreSchema),
  'GET /api/v1/stores/{storeId}': greenfieldStoreSchema,
  'GET /api/v1/stores/{storeId}/payment-methods': storePaymentMethods,
  'GET /api/v1/stores/{storeId}/payment-methods/OnChain': list(onChainMethod),
  'GET /api/v1/stores/{storeId}/payment-methods/LightningNetwork': list(onChainMethod),
  'GET /api/v1/stores/{storeId}/rates': list(greenfieldRateSchema),
  'POST /api/v1/stores/{storeId}/invoices': greenfieldInvoiceSchema,
  'GET /api/v1/stores/{storeId}/invoices': list(greenfieldInvoiceSchema),
  [`GET ${INVOICE}`]: greenfieldInvoiceSchema,
  'GET /api/v1/invoices/{invoiceId}': greenfieldInvoiceSchema,
  [`GET ${INVOICE}/payment-methods`]: list(invoicePaymentMethod),
  [`POST ${INVOICE}/status`]: greenfieldInvoiceSchema,
  [`PUT ${INVOICE}`]: greenfieldInvoiceSchema,
  [`DELETE ${INVOICE}`]: null,
  [`POST ${INVOICE}/unarchive`]: greenfieldInvoiceSchema,
  [`GET ${WEBHOOKS}`]: list(webhook),
  [`POST ${WEBHOOKS}`]: webhookWithSecret,
  [`GET ${WEBHOOKS}/{webhookId}`]: webhook,
  [`PUT ${WEBHOOKS}/{webhookId}`]: webhook,
  [`DELETE ${WEBHOOKS}/{webhookId}`]: null,
  [`GET ${DELIVERIES}`]: list(webhookDelivery),
  [`GET ${DELIVERIES}/{deliveryId}`]: webhookDelivery,
  [`GET ${DELIVERIES}/{deliveryId}/request`]: webhookEvent,
  [`POST ${DELIVERIES}/{deliveryId}/redeliver`]: text,
};

const compiled = new Map<Schema, z.ZodType>();

/** @throws if the body does not match BTCPay's schema */
export function checkSchema(schema: Schema, body: unknown): void {
  const known = compiled.get(schema) ?? z.fromJSONSchema(schema as never);
  compiled.set(schema, known);
  known.parse(body);
}

/**
 * Compares a response with BTCPay's OpenAPI document. A success has status 200, and each error has
 * the shape for its status.
 *
 * @throws if it differs
 */
export function checkGreenfieldAnswer(operation: string, status: number, body: unknown): void {
  if (status >= 400) {
    const shape = { 403: missingPermission, 422: fieldProblems }[status] ?? problem;
    const code = (body as { code?: string } | undefined)?.code;
    // A 403 can also mean that the key does not allow this IP address.
    checkSchema(status === 403 && code !== 'missing-permission' ? problem : shape, body);
    return;
  }
  if (status !== 200) throw new Error(`${operation} answered ${status}, and plugins want 200`);
  const schema = RESPONSE_SCHEMAS[operation];
  if (schema === undefined) throw new Error(`${operation} has no schema in check-answer.ts`);
  if (schema !== null) checkSchema(schema, body);
  else if (body !== undefined) throw new Error(`${operation} answered with a body`);
}
