import { z } from 'zod';
import { type Customer, MAX_CUSTOMER_NAME_LENGTH } from '@/lib/domain/customer';
import { isEmail, MAX_EMAIL_LENGTH, normalizeEmail } from '@/lib/domain/email';
import { LANGUAGES, type Language, languageOf, PRIMARY_SUBTAGS } from '@/lib/domain/language';
import { MAX_DESCRIPTION_LENGTH, MAX_REFERENCE_LENGTH, MAX_URL_LENGTH } from '@/lib/domain/limits';
import { METADATA_LIMITS, type Metadata, metadataFault } from '@/lib/domain/metadata';
import { isOneLine } from '@/lib/domain/one-line';
import { isReturnUrl } from '@/lib/domain/return-url';
import type { PaymentExtra } from '@/lib/payments/payment-extra';
import { oneLineSchema } from '../input/fields';

const METADATA_SHAPE = {
  type: 'object',
  maxProperties: METADATA_LIMITS.entries,
  propertyNames: { minLength: 1, maxLength: METADATA_LIMITS.name },
  additionalProperties: { type: 'string', maxLength: METADATA_LIMITS.value },
} as const;

// A record schema would drop a name such as "__proto__".
export const paymentMetadataSchema = z
  .custom<Metadata>((given) => metadataFault(given) === undefined, {
    error: ({ input }) => `${metadataFault(input)}.`,
  })
  .meta({ override: METADATA_SHAPE });

const DESCRIPTION_ERROR = `Must be 1 to ${MAX_DESCRIPTION_LENGTH} characters; of the control characters, line breaks only.`;

const description = z
  .string({ error: 'Must be a string.' })
  .refine(
    (text) => {
      const { length } = [...text];
      const line = text.replace(/[\r\n]/g, '');
      return length >= 1 && length <= MAX_DESCRIPTION_LENGTH && isOneLine(line);
    },
    { error: DESCRIPTION_ERROR, params: { code: 'invalid_format' } },
  )
  .meta({ minLength: 1, maxLength: MAX_DESCRIPTION_LENGTH });

/** A language tag (BCP 47) whose first subtag is one of the page's languages. */
const TAG = new RegExp(`^(?:${PRIMARY_SUBTAGS.join('|')})(?:-[a-z0-9]{1,8})*$`, 'i');
const LOCALE_ERROR = `Must be one of ${LANGUAGES.join(', ')}, or a longer tag such as de-CH or zh-TW.`;

const locale = z
  .string({ error: LOCALE_ERROR })
  .refine((tag) => TAG.test(tag), { error: LOCALE_ERROR, params: { code: 'invalid_value' } })
  .transform((tag) => languageOf(tag) as Language)
  .meta({
    // The OpenAPI document shows the tag that the shop sends, because the language derived from it
    // is internal.
    override: { type: 'string', pattern: TAG.source.replace('a-z0', 'A-Za-z0') },
    examples: ['de', 'zh-TW'],
  });

const RETURN_URL_ERROR = `Must be a complete URL such as https://shop.example/thanks?payment={PAYMENT_ID}, of at most ${MAX_URL_LENGTH} characters, without spaces, user name and password.`;

const returnUrl = z
  .string({ error: 'Must be a string with a URL.' })
  .max(MAX_URL_LENGTH, { error: RETURN_URL_ERROR })
  .refine(isReturnUrl, { error: RETURN_URL_ERROR, params: { code: 'invalid_format' } });

const EMAIL_ERROR = `Must be an e-mail address such as ada@example.com, of at most ${MAX_EMAIL_LENGTH} characters.`;

const email = z
  .string({ error: EMAIL_ERROR })
  .transform(normalizeEmail)
  .refine(isEmail, { error: EMAIL_ERROR, params: { code: 'invalid_format' } })
  .meta({
    description: 'Kept in lower case.',
    override: { type: 'string', format: 'email', maxLength: MAX_EMAIL_LENGTH },
  });

export const customerInputSchema = z.strictObject({
  name: oneLineSchema(MAX_CUSTOMER_NAME_LENGTH).optional(),
  email: email.optional(),
  reference: oneLineSchema(MAX_REFERENCE_LENGTH).optional().meta({
    description: 'Your own id of the customer.',
  }),
});

/** Returns null if all fields are missing. */
export function toCustomer(
  given: z.output<typeof customerInputSchema> | undefined,
): Customer | null {
  const { name = null, email: address = null, reference = null } = given ?? {};
  if (name === null && address === null && reference === null) return null;
  return { name, email: address, reference };
}

/** Fields of a new payment for the shop's own data, and for texts on the payment page. */
export const shopFields = {
  metadata: paymentMetadataSchema.optional().meta({
    description: `Your own data: up to ${METADATA_LIMITS.entries} strings by names of up to ${METADATA_LIMITS.name} characters, each of up to ${METADATA_LIMITS.value}, together up to ${METADATA_LIMITS.bytes} bytes as JSON. Returned as given and in events; the customer never sees it.`,
  }),
  description: description.optional().meta({
    description: 'What the customer pays for, shown on the payment page. Line breaks are kept.',
  }),
  locale: locale.optional().meta({
    description: `The language of the payment page: ${LANGUAGES.join(', ')}, or a longer tag such as \`de-CH\` or \`zh-TW\`. Without it, the language of the customer's browser.`,
  }),
  return_url: returnUrl.optional().meta({
    description:
      'The page of your shop to which the payment page links once the payment is paid or has ended. `{PAYMENT_ID}` is replaced by the payment’s id. The URL must begin with https. Anyone can open it, so a visit does not prove a payment.',
  }),
  return_automatically: z.boolean({ error: 'Must be true or false.' }).default(false).meta({
    description:
      'Whether the payment page returns the customer to your shop 3 seconds after it shows their payment, unless they choose to stay. Needs `return_url`.',
  }),
};

type ShopFields = z.output<z.ZodObject<typeof shopFields>>;

/** Returns the shop's data in a body; null if there is none. */
export function toPaymentExtra(body: ShopFields): PaymentExtra | null {
  const extra = {
    metadata: body.metadata ?? null,
    description: body.description ?? null,
    payerNote: null,
    locale: body.locale ?? null,
    returnUrl: body.return_url ?? null,
    returnAutomatically: body.return_automatically,
    noFollowUps: false,
  };
  return Object.values(extra).some((value) => value !== null && value !== false) ? extra : null;
}
