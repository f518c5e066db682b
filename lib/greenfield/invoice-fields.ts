import { z } from 'zod';
import { SPEED_POLICIES, speedPolicyNames } from './speed-policy';

const number = (rule: string, min: number, max: number) => {
  const error = `Must be a number ${rule}.`;
  return z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^\d+(\.\d+)?$/)
          .transform(Number),
      ],
      { error },
    )
    .refine((value) => value >= min && value <= max, { error });
};

const text = z.string({ error: 'Must be a string.' });

/** A year: the maximum expiry and monitoring time of an invoice. */
const MAX_MINUTES = 527_040;

const minutes = number(`of minutes from 1 to ${MAX_MINUTES}`, 1, MAX_MINUTES);

/** BTC-CHAIN in every spelling of BTCPay and its plugins. */
const ON_CHAIN = /^BTC(?:[-_](?:CHAIN|OnChain))?$/i;

const paymentMethods = z
  .array(text, { error: 'Must be an array of payment methods.' })
  .refine((methods) => methods.length === 0 || methods.some((one) => ON_CHAIN.test(one)), {
    error: 'This store takes bitcoin on-chain only: BTC-CHAIN.',
  });

const checkout = z.looseObject({
  speedPolicy: z
    .enum(speedPolicyNames, { error: `Must be one of: ${Object.keys(SPEED_POLICIES).join(', ')}.` })
    .nullish(),
  paymentMethods: paymentMethods.nullish(),
  expirationMinutes: minutes.nullish(),
  monitoringMinutes: minutes.nullish(),
  paymentTolerance: number('from 0 to 100', 0, 100).nullish(),
  redirectURL: text.nullish(),
  redirectAutomatically: z.boolean({ error: 'Must be true or false.' }).nullish(),
  defaultLanguage: text.nullish(),
});

// JSON escapes of NUL and of half a surrogate pair, which PostgreSQL cannot store.
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

/** Any JSON object. A record schema would drop a name such as "__proto__". */
export const invoiceMetadataSchema = z.custom<Readonly<Record<string, unknown>>>(
  (given) =>
    typeof given === 'object' &&
    given !== null &&
    !Array.isArray(given) &&
    !UNSTORABLE.test(JSON.stringify(given)),
  { error: 'Must be an object, in Unicode text without the character U+0000.' },
);

/**
 * The body that creates an invoice. A null field stands for the store's default. Unknown fields are
 * ignored, as in BTCPay.
 */
export const createInvoiceBody = z.looseObject({
  amount: z.union([z.string(), z.number()], { error: 'Must be a decimal number.' }).nullish(),
  currency: text.nullish(),
  metadata: invoiceMetadataSchema.nullish(),
  checkout: checkout.nullish(),
});

export type CreateInvoiceBody = z.output<typeof createInvoiceBody>;

export const updateInvoiceBody = z.looseObject({ metadata: invoiceMetadataSchema.nullish() });
