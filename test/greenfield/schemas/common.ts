/** A part of BTCPay's OpenAPI document, rewritten as JSON Schema (2020-12). */
export type Schema = Readonly<Record<string, unknown>>;

export const text: Schema = { type: 'string' };
export const flag: Schema = { type: 'boolean' };
export const decimal: Schema = { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' };
export const unixTime: Schema = { type: 'integer', minimum: 1_000_000_000, maximum: 9_999_999_999 };

export const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
export const list = (items: Schema): Schema => ({ type: 'array', items });
export const oneOf = (...values: readonly string[]): Schema => ({ type: 'string', enum: values });

/** An object with at least these fields. */
export const object = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

export const anyObject: Schema = { type: 'object' };
export const paymentMethodId = oneOf('BTC-CHAIN');
export const speedPolicy = oneOf('HighSpeed', 'MediumSpeed', 'LowMediumSpeed', 'LowSpeed');

export const receiptOptions = object({
  enabled: orNull(flag),
  showQR: orNull(flag),
  showPayments: orNull(flag),
});
