export type * from './api.js';
export type { ClientOptions, RequestOptions } from './caller.js';
export { Blocktally, type PaymentRange } from './client.js';
export { ApiError, ConnectionError } from './errors.js';
export {
  type AnyWebhookEvent,
  type VerifiedWebhook,
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
} from './verify-webhook.js';
export { WebhookRefusal, type WebhookRefusalReason } from './webhook-refusal.js';
