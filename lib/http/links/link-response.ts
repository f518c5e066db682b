import { z } from 'zod';
import { FIELD_REQUIREMENTS } from '@/lib/domain/customer';
import { CUSTOMER_MAIL_KINDS } from '@/lib/domain/customer-mail-kind';
import { LANGUAGES } from '@/lib/domain/language';
import {
  type FreeAmount,
  LINK_STATUSES,
  type LinkAmount,
  MAX_CUSTOMER_NOTE_LENGTH,
} from '@/lib/domain/link';
import { NETWORKS } from '@/lib/domain/network';
import { publicUrl } from '@/lib/domain/public-url';
import type { LinkView } from '@/lib/links/link-view';
import type { LinkPage } from '@/lib/links/list-links';
import { nextCursor } from '../input/cursor';
import type { ResponseOf } from '../response';
import {
  count,
  cursorPaginationSchema,
  idOf,
  metadataSchema,
  moment,
  sats,
} from '../response-fields';
import { serializeView } from '../serialize-view';

const given = { description: 'As given at creation.' };
const amountText = z.string().regex(/^\d+(\.\d+)?$/);

const askedPriceSchema = z
  .strictObject({ amount: amountText, currency: z.string() })
  .meta({ id: 'AskedPrice' });

const freeAmountSchema = z
  .strictObject({
    currency: z.string(),
    minimum: amountText.nullable(),
    maximum: amountText.nullable(),
    suggested: amountText.nullable(),
  })
  .meta({ id: 'FreeAmount' });

const payerNoteSchema = z
  .strictObject({ label: z.string().nullable(), required: z.boolean() })
  .meta({ id: 'PayerNote' });

const askLevel = z.enum(FIELD_REQUIREMENTS).nullable();
const customerFieldsSchema = z
  .strictObject({ name: askLevel, email: askLevel })
  .meta({ id: 'CustomerFields' });

export const linkSchema = z
  .strictObject({
    id: idOf('link').meta({ description: 'Assigned by the service.' }),
    url: z.url().meta({ description: 'The page to give to your customers.' }),
    title: z.string().meta(given),
    status: z.enum(LINK_STATUSES).meta({
      description:
        '`open`: takes payments. `reserved`: takes none while pending payments may still reach `max_payments`. `used_up`: paid `max_payments` times. `expired`: past `expires_at`. `inactive`: deactivated, or its API key is revoked or expired.',
    }),
    amount_sats: sats(1).nullable().meta({ description: 'The amount of each payment.' }),
    price: askedPriceSchema.nullable().meta({
      description:
        'The amount of each payment, in another currency. A payment uses the rate at its creation.',
    }),
    free_amount: freeAmountSchema.nullable().meta({
      description: 'The customer chooses the amount.',
    }),
    max_payments: z.int().min(1).nullable().meta(given),
    payer_note: payerNoteSchema.nullable().meta({
      description: `Whether the customer is asked for a note of up to ${MAX_CUSTOMER_NOTE_LENGTH} characters.`,
    }),
    customer_fields: customerFieldsSchema.nullable().meta({
      description: 'Whether the customer is asked for their name and e-mail address.',
    }),
    network: z.enum(NETWORKS).meta({ description: 'The network of the API key.' }),
    visits: count.meta({ description: 'Views of the link’s page.' }),
    payments: count.meta({ description: 'The number of its payments, whatever their status.' }),
    paid_payments: count.meta({
      description: 'The number of its payments that are detected or confirmed.',
    }),
    received_sats: sats(0).meta({ description: 'What all of its payments have received.' }),
    created_at: moment,
    expires_at: moment.nullable().meta(given),
    deactivated_at: moment
      .nullable()
      .meta({ description: 'Null unless the link was deactivated.' }),
    underpayment_tolerance_ppm: z.int().min(0).max(10_000).meta(given),
    required_confirmations: z.int().min(1).max(6).meta(given),
    expires_in: z.int().meta({ description: 'Seconds until a payment expires.' }),
    reference: z.string().nullable().meta(given),
    metadata: metadataSchema,
    locale: z.enum(LANGUAGES).nullable().meta(given),
    return_url: z.string().nullable().meta(given),
    return_automatically: z.boolean().meta(given),
    webhook_url: z.string().nullable().meta(given),
  })
  .meta({
    id: 'PaymentLink',
    description: 'All fields are always present; fields without a value are null.',
  });

export type LinkResponse = ResponseOf<typeof linkSchema>;

export function linkResponse(link: LinkView, appUrl: URL): LinkResponse {
  const { apiKeyId, keyName, customerMails, amount, terms, seal, ...shown } = link;
  const { tolerancePpm, expiresInSeconds, ...shownTerms } = terms;
  return serializeView(linkSchema, {
    ...shown,
    ...shownTerms,
    ...amountFields(amount),
    url: publicUrl(appUrl, `/link/${link.id}`),
    underpaymentTolerancePpm: tolerancePpm,
    expiresIn: expiresInSeconds,
  });
}

/** One field for each form of a link's amount. All but one are null. */
interface AmountFields {
  readonly amountSats: number | null;
  readonly price: Extract<LinkAmount, { kind: 'price' }>['asked'] | null;
  readonly freeAmount: Omit<FreeAmount, 'kind'> | null;
}

function amountFields(amount: LinkAmount): AmountFields {
  return {
    amountSats: amount.kind === 'sats' ? amount.sats : null,
    price: amount.kind === 'price' ? amount.asked : null,
    freeAmount: amount.kind === 'free' ? amount : null,
  };
}

export const linkPageSchema = z
  .strictObject({
    data: z.array(linkSchema).meta({ description: 'Newest first.' }),
    pagination: cursorPaginationSchema,
  })
  .meta({ id: 'PaymentLinkPage' });

export function linkPageResponse(
  { links, hasMore }: LinkPage,
  limit: number,
  appUrl: URL,
): ResponseOf<typeof linkPageSchema> {
  return {
    data: links.map((link) => linkResponse(link, appUrl)),
    pagination: { limit, has_more: hasMore, next_cursor: nextCursor(links.at(-1), hasMore) },
  };
}

export const linkDetailSchema = z.strictObject({
  link: linkSchema,
  customer_mails: z.array(z.enum(CUSTOMER_MAIL_KINDS)).nullable().meta({
    description: 'What its customers get mail about; null for the API key’s setting.',
  }),
  api_key: z.strictObject({ id: z.string(), name: z.string() }),
  can: z.strictObject({ deactivate: z.boolean() }),
});
export type LinkDetailResponse = ResponseOf<typeof linkDetailSchema>;
