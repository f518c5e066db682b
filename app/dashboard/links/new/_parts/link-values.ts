import * as z from '@/app/form-schema';
import { isCurrency } from '@/lib/domain/currency';
import { MAX_NOTE_LABEL, MAX_REFERENCE, MAX_TITLE, MOST_LINK_PAYMENTS } from '@/lib/domain/limits';
import { minorUnits } from '@/lib/domain/price';
import { readDecimal } from '../../../_data/read-decimal';
import { readSats } from '../../../_data/read-sats';
import { SATOSHIS } from '../../../_form/currency-options';
import type { FieldNames } from '../../../_form/place-errors';
import { DEFAULT_TERMS, textUpTo } from '../../../_form/terms';

const AMOUNT_ERROR = 'Enter an amount of this currency, such as 5.';

/** The form's fields, as typed. */
const fields = z.object({
  key: z.string(),
  title: textUpTo(MAX_TITLE).refine((text) => text.trim() !== '', {
    error: 'Say what your customer pays for.',
  }),
  kind: z.enum(['fixed', 'free']),
  currency: z.string(),
  amount: z.string(),
  minimum: z.string(),
  maximum: z.string(),
  suggested: z.string(),
  maxPayments: z.string().refine((text) => text.trim() === '' || isCount(text.trim()), {
    error: `Enter a whole number from 1 to ${MOST_LINK_PAYMENTS}, or nothing for any number.`,
  }),
  note: z.enum(['off', 'optional', 'required']),
  noteLabel: textUpTo(MAX_NOTE_LABEL),
  expiresAt: z.string(),
  expiresIn: z.string(),
  confirmations: z.string(),
  reference: textUpTo(MAX_REFERENCE),
  webhookUrl: z.string().refine((text) => text.trim() === '' || /^https?:\/\/./.test(text.trim()), {
    error: 'Enter a complete URL, such as https://shop.example/webhooks.',
  }),
});

export type LinkValues = z.infer<typeof fields>;

export const linkValues = fields.superRefine((values, context) => {
  const wrong = (path: keyof LinkValues) =>
    context.addIssue({ code: 'custom', path: [path], message: AMOUNT_ERROR });
  if (values.kind === 'fixed' && !isAmount(values.amount, values.currency)) wrong('amount');
  if (values.kind === 'fixed') return;
  for (const bound of ['minimum', 'maximum', 'suggested'] as const) {
    if (values[bound].trim() !== '' && !isAmount(values[bound], values.currency)) wrong(bound);
  }
});

export const NO_LINK: Omit<LinkValues, 'key'> = {
  title: '',
  kind: 'fixed',
  currency: SATOSHIS,
  amount: '',
  minimum: '',
  maximum: '',
  suggested: '',
  maxPayments: '',
  note: 'off',
  noteLabel: '',
  expiresAt: '',
  ...DEFAULT_TERMS,
  reference: '',
  webhookUrl: '',
};

/** The request body. */
export function linkBody(values: LinkValues) {
  const text = (value: string) => value.trim() || undefined;
  const amount = (value: string) => (text(value) === undefined ? undefined : readDecimal(value));
  const { currency } = values;
  return {
    api_key_id: values.key,
    title: values.title.trim(),
    ...(values.kind === 'free'
      ? {
          free_amount: {
            currency,
            minimum: amount(values.minimum),
            maximum: amount(values.maximum),
            suggested: amount(values.suggested),
          },
        }
      : currency === SATOSHIS
        ? { amount_sats: readSats(values.amount) ?? 0 }
        : { price: { amount: readDecimal(values.amount), currency } }),
    max_payments: values.maxPayments.trim() === '' ? undefined : Number(values.maxPayments),
    payer_note:
      values.note === 'off'
        ? undefined
        : { label: text(values.noteLabel), required: values.note === 'required' },
    // What the browser gives is in the viewer's time zone.
    expires_at: values.expiresAt === '' ? undefined : new Date(values.expiresAt).toISOString(),
    expires_in: Number(values.expiresIn),
    required_confirmations: Number(values.confirmations),
    reference: text(values.reference),
    webhook_url: text(values.webhookUrl),
  };
}

/** The form's fields, for the server's errors. */
export const LINK_FIELDS: FieldNames<LinkValues> = {
  ofParameter: {
    api_key_id: 'key',
    title: 'title',
    amount_sats: 'amount',
    'price/amount': 'amount',
    'price/currency': 'currency',
    'free_amount/currency': 'currency',
    'free_amount/minimum': 'minimum',
    'free_amount/maximum': 'maximum',
    'free_amount/suggested': 'suggested',
    max_payments: 'maxPayments',
    'payer_note/label': 'noteLabel',
    expires_at: 'expiresAt',
    reference: 'reference',
    webhook_url: 'webhookUrl',
  },
  ofCode: { webhook_url_rejected: 'webhookUrl', rate_unavailable: 'currency' },
};

function isCount(text: string): boolean {
  return /^[1-9]\d{0,8}$/.test(text) && Number(text) <= MOST_LINK_PAYMENTS;
}

function isAmount(text: string, currency: string): boolean {
  if (currency === SATOSHIS) return (readSats(text) ?? 0) >= 1;
  return isCurrency(currency) && minorUnits({ amount: readDecimal(text), currency }) !== undefined;
}
