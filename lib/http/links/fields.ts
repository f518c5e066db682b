import { z } from 'zod';
import { isCurrency } from '@/lib/domain/currency';
import { FIELD_REQUIREMENTS } from '@/lib/domain/customer';
import { MAX_LINK_PAYMENTS, MAX_NOTE_LABEL_LENGTH, MAX_TITLE_LENGTH } from '@/lib/domain/limits';
import { type LinkAmount, MAX_CUSTOMER_NOTE_LENGTH } from '@/lib/domain/link';
import { minorUnits } from '@/lib/domain/price';
import { MAX_SATS, toSats } from '@/lib/domain/sats';
import type { NewLink } from '@/lib/links/create-link';
import { oneLineSchema, wholeNumber } from '../input/fields';
import { createAmountIssue, currency, price } from '../payments/price-field';
import { shopFields } from '../payments/shop-fields';
import { termsFields } from '../payments/terms-fields';

const decimalText = z
  .string({ error: 'Must be a decimal number in quotes, such as "5.00".' })
  .meta({ examples: ['5.00'], pattern: '^\\d{1,15}(\\.\\d+)?$' });

const freeAmount = z
  .strictObject({
    currency,
    minimum: decimalText.optional().meta({ description: 'The minimum amount.' }),
    maximum: decimalText.optional().meta({ description: 'The maximum amount.' }),
    suggested: decimalText.optional().meta({ description: 'The prefilled amount.' }),
  })
  .check(({ value, issues }) => {
    for (const field of ['minimum', 'maximum', 'suggested'] as const) {
      const amount = value[field];
      if (!isCurrency(value.currency) || amount === undefined) continue;
      if (minorUnits({ amount, currency: value.currency })) continue;
      issues.push(createAmountIssue(value.currency, amount, field));
    }
  });

const ASK_ERROR = `Must be one of: ${FIELD_REQUIREMENTS.join(', ')}.`;
// Each field gets a new schema, because documenting a schema changes it in place.
const askLevel = () => z.enum(FIELD_REQUIREMENTS, { error: ASK_ERROR }).optional();

const { description: _, ...shopFieldsOfLinks } = shopFields;

export const linkBody = z
  .strictObject({
    title: oneLineSchema(MAX_TITLE_LENGTH).meta({
      description:
        'What the customer pays for: the heading of the page, and the `description` of each payment.',
    }),
    amount_sats: wholeNumber(1, MAX_SATS).optional().meta({
      description: 'The amount of each payment, in satoshis.',
    }),
    price: price.optional().meta({
      description:
        'The amount of each payment, in another currency. It is converted to satoshis when the customer creates the payment.',
    }),
    free_amount: freeAmount.optional().meta({
      description: 'Lets the customer choose the amount, in this currency: `SATS` for satoshis.',
    }),
    max_payments: wholeNumber(1, MAX_LINK_PAYMENTS).optional().meta({
      description:
        'How many payments the link accepts, such as 1 for an invoice, or your stock. A pending payment counts until it expires. Without this field, there is no limit.',
    }),
    payer_note: z
      .strictObject({
        label: oneLineSchema(MAX_NOTE_LABEL_LENGTH).optional().meta({
          description: 'The label of the field, such as "Your name".',
        }),
        required: z.boolean({ error: 'Must be true or false.' }).default(false),
      })
      .optional()
      .meta({
        description: `Asks the customer for a note of up to ${MAX_CUSTOMER_NOTE_LENGTH} characters.`,
      }),
    customer_fields: z.strictObject({ name: askLevel(), email: askLevel() }).optional().meta({
      description:
        'Asks the customer for their name and e-mail address, which the payment then has as `customer`. The page does not ask for a field that you omit.',
    }),
    expires_at: z.iso
      .datetime({ error: 'Must be a time in ISO 8601, in UTC, such as 2026-12-31T23:59:59Z.' })
      .transform((text) => new Date(text))
      .optional()
      .meta({
        description:
          'When the link stops accepting payments (ISO 8601, in UTC). Without this field, it never stops.',
        override: { type: 'string', format: 'date-time' },
      }),
    ...termsFields,
    ...shopFieldsOfLinks,
  })
  .refine((body) => amountsOf(body) > 0, {
    path: ['amount_sats'],
    error: 'Is required, unless there is a price or a free_amount.',
    params: { code: 'required' },
    // This check runs despite errors in other fields, so all errors are reported together.
    when: () => true,
  })
  .refine((body) => amountsOf(body) < 2, {
    error: 'Give exactly one of amount_sats, price and free_amount.',
    when: () => true,
  })
  .meta({ id: 'CreatePaymentLink' });

function amountsOf(body: { amount_sats?: unknown; price?: unknown; free_amount?: unknown }) {
  const given = [body.amount_sats, body.price, body.free_amount];
  return given.filter((amount) => amount !== undefined).length;
}

type LinkBody = Omit<z.output<typeof linkBody>, 'api_key_id'>;

export function toNewLink(body: LinkBody): NewLink {
  return {
    title: body.title,
    amount: toAmount(body),
    maxPayments: body.max_payments ?? null,
    payerNote: body.payer_note
      ? { label: body.payer_note.label ?? null, required: body.payer_note.required }
      : null,
    customerFields: toCustomerFields(body.customer_fields),
    expiresAt: body.expires_at ?? null,
    terms: {
      tolerancePpm: body.underpayment_tolerance_ppm,
      requiredConfirmations: body.required_confirmations,
      expiresInSeconds: body.expires_in,
      webhookUrl: body.webhook_url ?? null,
      reference: body.reference ?? null,
      metadata: body.metadata ?? null,
      locale: body.locale ?? null,
      returnUrl: body.return_url ?? null,
      returnAutomatically: body.return_automatically,
    },
  };
}

function toCustomerFields(requestedFields: LinkBody['customer_fields']): NewLink['customerFields'] {
  const { name, email } = requestedFields ?? {};
  return name || email ? { name: name ?? null, email: email ?? null } : null;
}

function toAmount({ amount_sats, price: priceRequest, free_amount: free }: LinkBody): LinkAmount {
  if (free) {
    const { currency: of, minimum = null, maximum = null, suggested = null } = free;
    return { kind: 'free', currency: of, minimum, maximum, suggested };
  }
  return priceRequest
    ? { kind: 'price', asked: priceRequest }
    : { kind: 'sats', sats: toSats(amount_sats ?? 0) };
}
