import { flag, list, object, orNull, text } from './common';

const height = { type: 'integer', minimum: 0 };

/** ApplicationServerInfoData. */
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

/** ApiHealthData. */
export const health = object({ synchronized: flag });

/** ApiKeyData. */
export const apiKey = object({
  apiKey: text,
  label: text,
  permissions: list({ type: 'string', pattern: '^btcpay\\.store\\.[a-z.]+:[A-Za-z0-9_-]+$' }),
});

/** ProblemDetails: a refusal other than 422. */
export const problem = object({ code: { type: 'string', pattern: '^[a-z-]+$' }, message: text });

/** A refusal with 403 of a key without the permission. */
export const missingPermission = object({
  code: { const: 'missing-permission' },
  message: text,
  missingPermission: text,
});

/** ValidationProblemDetails: a refusal with 422. */
export const fieldProblems = {
  ...list(object({ path: text, message: { type: 'string', minLength: 1 } })),
  minItems: 1,
};
