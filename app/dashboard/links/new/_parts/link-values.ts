import * as z from '@/app/form-schema';
import { CUSTOMER_MAIL_KINDS } from '@/lib/domain/customer-mail-kind';
import { MAX_LINK_PAYMENTS, MAX_NOTE_LABEL_LENGTH, MAX_TITLE_LENGTH } from '@/lib/domain/limits';
import { normalizeDecimal } from '../../../_data/normalize-decimal';
import { SATOSHIS } from '../../../_form/currency-options';
import type { ErrorFieldMap } from '../../../_form/show-form-errors';
import {
  amountBody,
  amountError,
  DEFAULT_TERMS,
  isAmount,
  maxLengthTextSchema,
  termsBody,
  termsFields,
  trimOrUndefined,
} from '../../../_form/terms';

const fields = z.object({
  ...termsFields,
  title: maxLengthTextSchema(MAX_TITLE_LENGTH).refine((text) => text.trim() !== '', {
    error: 'Enter what your customer pays for.',
  }),
  kind: z.enum(['fixed', 'free']),
  currency: z.string(),
  amount: z.string(),
  minimum: z.string(),
  maximum: z.string(),
  suggested: z.string(),
  maxPayments: z.string().refine((text) => text.trim() === '' || isCount(text.trim()), {
    error: `Enter a whole number from 1 to ${MAX_LINK_PAYMENTS}, or nothing for any number.`,
  }),
  note: z.enum(['off', 'optional', 'required']),
  noteLabel: z.string(),
  askName: z.enum(['off', 'optional', 'required']),
  askEmail: z.enum(['off', 'optional', 'required']),
  mails: z.enum(['key', 'own']),
  customerMails: z.array(z.enum(CUSTOMER_MAIL_KINDS)),
  expiresAt: z.string().refine((text) => text === '' || isoOf(text) !== undefined, {
    error: 'Enter a four-digit year.',
  }),
});

export type LinkValues = z.infer<typeof fields>;

const noteLabel = maxLengthTextSchema(MAX_NOTE_LABEL_LENGTH);

export const linkValuesSchema = fields.superRefine((values, context) => {
  // While the note is off, the label's field is hidden and not checked.
  const label = values.note === 'off' ? undefined : noteLabel.safeParse(values.noteLabel).error;
  for (const { message } of label?.issues ?? [])
    context.addIssue({ code: 'custom', path: ['noteLabel'], message });
  const wrong = (path: keyof LinkValues) =>
    context.addIssue({ code: 'custom', path: [path], message: amountError(values.currency) });
  if (values.kind === 'fixed' && !isAmount(values.amount, values.currency)) wrong('amount');
  if (values.kind === 'fixed') return;
  for (const bound of ['minimum', 'maximum', 'suggested'] as const) {
    if (values[bound].trim() !== '' && !isAmount(values[bound], values.currency)) wrong(bound);
  }
});

export const DEFAULT_LINK_VALUES: Omit<LinkValues, 'key'> = {
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
  askName: 'off',
  askEmail: 'off',
  mails: 'key',
  customerMails: [],
  expiresAt: '',
  ...DEFAULT_TERMS,
};

export function linkBody(values: LinkValues) {
  const amount = (value: string) => trimOrUndefined(value) && normalizeDecimal(value);
  const { currency } = values;
  return {
    ...termsBody(values),
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
      : amountBody(values.amount, currency)),
    max_payments: values.maxPayments.trim() === '' ? undefined : Number(values.maxPayments),
    payer_note:
      values.note === 'off'
        ? undefined
        : { label: trimOrUndefined(values.noteLabel), required: values.note === 'required' },
    customer_fields: customerFields(values),
    customer_mails: values.mails === 'key' ? undefined : values.customerMails,
    expires_at: isoOf(values.expiresAt),
  };
}

function customerFields({ askName, askEmail }: LinkValues) {
  const name = askName === 'off' ? undefined : askName;
  const email = askEmail === 'off' ? undefined : askEmail;
  return name || email ? { name, email } : undefined;
}

export const LINK_ERROR_FIELDS: ErrorFieldMap<LinkValues> = {
  api_key_id: 'key',
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
  webhook_url: 'webhookUrl',
  webhook_url_rejected: 'webhookUrl',
  rate_unavailable: 'currency',
};

/**
 * Converts a datetime-local value from the viewer's time zone to ISO 8601; undefined if it is empty
 * or invalid.
 */
function isoOf(local: string): string | undefined {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

function isCount(text: string): boolean {
  return /^[1-9]\d{0,8}$/.test(text) && Number(text) <= MAX_LINK_PAYMENTS;
}
