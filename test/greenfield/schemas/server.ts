import { flag, list, object, orNull, text } from './common';

const height = { type: 'integer', minimum: 0 };

/** ApplicationServerInfoData in BTCPay's document. */
export const serverInfo = object({
  version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' },
  onion: text,
  supportedPaymentMethods: list(text),
  fullySynched: flag,
  syncStatus: list(
    object({
      paymentMethodId: text,
      chainHeight: height,
      syncHeight: orNull(height),
      available: flag,
    }),
  ),
});

/** ApiHealthData in BTCPay's document. */
export const health = object({ synchronized: flag });

/** ApiKeyData in BTCPay's document. */
export const apiKey = object({
  apiKey: text,
  label: text,
  permissions: list({ type: 'string', pattern: '^btcpay\\.store\\.[a-z.]+:[A-Za-z0-9_-]+$' }),
});

/** ProblemDetails in BTCPay's document: any error except 422. */
export const problem = object({ code: { type: 'string', pattern: '^[a-z-]+$' }, message: text });

/** The 403 response for a key without the permission. */
export const missingPermission = object({
  code: { const: 'missing-permission' },
  message: text,
  missingPermission: text,
});

/** ValidationProblemDetails in BTCPay's document: an error with 422. */
export const fieldProblems = {
  ...list(object({ path: text, message: { type: 'string', minLength: 1 } })),
  minItems: 1,
};
