export type * from './api.js';
export {
  Blocktally,
  type ClientOptions,
  type PaymentRange,
  type RequestOptions,
} from './client.js';
export { ApiError, ConnectionError } from './errors.js';
export {
  type AnyWebhookEvent,
  type VerifiedWebhook,
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
} from './verify-webhook.js';
export { WebhookRefusal, type WebhookRefusalReason } from './webhook-refusal.js';
