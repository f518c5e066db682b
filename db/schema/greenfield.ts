import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { apiKey } from './accounts';
import { idOf, isOneOf, moment, sealColumn } from './columns';
import { appUser } from './people';

// The tables of BTCPay's API (lib/greenfield). A store is an API key, and an invoice is a payment.

/** A key that a shop's plugin got by pairing, for one store and the granted permissions. */
export const greenfieldKey = pgTable(
  'greenfield_key',
  {
    id: text('id').primaryKey(),
    apiKeyId: idOf('api_key_id', () => apiKey.id),
    /** SHA-256 of the token, hex. */
    hash: text('hash').notNull(),
    prefix: text('prefix').notNull(),
    label: text('label').notNull(),
    /**
     * The plugin's own name for the pairing; null for none. A new pairing with the same name,
     * redirect URL and permissions gives this key a new token.
     */
    applicationIdentifier: text('application_identifier'),
    /** The URL to which the key was sent; null if it was shown instead. */
    redirectUrl: text('redirect_url'),
    /** The full names of the permissions, such as `btcpay.store.canviewinvoices`. */
    permissions: text('permissions').array().notNull(),
    createdBy: text('created_by').references(() => appUser.id),
    createdAt: moment('created_at').notNull(),
    /** The key's last use, written at most once a minute. */
    lastUsedAt: moment('last_used_at'),
    /** The last refused request, in plain words; null if none was refused. */
    lastError: jsonb('last_error').$type<{ readonly at: string; readonly text: string }>(),
    revokedAt: moment('revoked_at'),
    seal: sealColumn(),
  },
  (t) => [
    uniqueIndex('greenfield_key_hash').on(t.hash),
    index('greenfield_key_store').on(t.apiKeyId),
  ],
);

export const INVOICE_STATUSES = ['New', 'Processing', 'Expired', 'Invalid', 'Settled'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

export const ADDITIONAL_STATUSES = [
  'None',
  'PaidPartial',
  'PaidOver',
  'PaidLate',
  'Marked',
] as const;
export type AdditionalStatus = (typeof ADDITIONAL_STATUSES)[number];

export const MANUAL_STATUSES = ['Settled', 'Invalid'] as const;
/** A status that the shop set by hand. */
export type ManualStatus = (typeof MANUAL_STATUSES)[number];

export type OutputStatus = 'Processing' | 'Settled' | 'Invalid';

/** An invoice's state in BTCPay's terms, including the status that the shop set by hand. */
export interface InvoiceState {
  readonly status: InvoiceStatus;
  readonly additionalStatus: AdditionalStatus;
  /** The status of each output, by `txid-vout`. */
  readonly outputs: Readonly<Record<string, OutputStatus>>;
}

/** The metadata fields that identify the buyer. They are erased when the customer is erased. */
export const BUYER_FIELDS = [
  'buyerName',
  'buyerEmail',
  'buyerAddress1',
  'buyerAddress2',
  'buyerCity',
  'buyerState',
  'buyerZip',
  'buyerCountry',
  'buyerPhone',
] as const;

/** Checkout options of an invoice that have no column in its payment. */
export interface InvoiceCheckout {
  readonly speedPolicy: string;
  readonly monitoringMinutes: number;
  /** The URL as the plugin gave it, with its placeholders. */
  readonly redirectURL: string | null;
  /** The language as the plugin gave it. This server may not know it. */
  readonly defaultLanguage: string | null;
}

/**
 * The data of a payment that only BTCPay's API uses. It is written just before its payment, so it
 * has no foreign key.
 */
export const greenfieldInvoice = pgTable(
  'greenfield_invoice',
  {
    paymentId: text('payment_id').primaryKey(),
    apiKeyId: idOf('api_key_id', () => apiKey.id),
    /**
     * The plugin that created the invoice; null for the API key itself. There is no foreign key,
     * because the key of a test order is deleted.
     */
    createdBy: text('created_by'),
    /** Any JSON of the shop. The type is json, because jsonb would reorder the names. */
    metadata: json('metadata').$type<Readonly<Record<string, unknown>>>().notNull(),
    checkout: jsonb('checkout').$type<InvoiceCheckout>().notNull(),
    orderId: text('order_id'),
    archived: boolean('archived').notNull().default(false),
    /** The status that the shop set by hand; null without one. It does not change the payment. */
    mark: text('mark').$type<ManualStatus>(),
    markedAt: moment('marked_at'),
    /** The plugin that set the mark; null for the API key itself. */
    markedBy: text('marked_by').references(() => greenfieldKey.id),
    /** The state that webhooks last reported; null before the first report. */
    told: jsonb('told').$type<InvoiceState>(),
    /** Height at which the next output is fully confirmed; null while no output is in a block. */
    settlesAt: integer('settles_at'),
  },
  (t) => [
    index('greenfield_invoice_order')
      .on(t.apiKeyId, t.orderId)
      .where(sql`${t.orderId} is not null`),
    index('greenfield_invoice_marked')
      .on(t.markedBy, t.markedAt)
      .where(sql`${t.markedBy} is not null`),
    index('greenfield_invoice_settling').on(t.settlesAt).where(sql`${t.settlesAt} is not null`),
    check('greenfield_invoice_mark_known', isOneOf(t.mark, MANUAL_STATUSES)),
    check('greenfield_invoice_mark_dated', sql`(${t.mark} is null) = (${t.markedAt} is null)`),
  ],
);

export const greenfieldWebhook = pgTable(
  'greenfield_webhook',
  {
    id: text('id').primaryKey(),
    apiKeyId: idOf('api_key_id', () => apiKey.id),
    url: text('url').notNull(),
    enabled: boolean('enabled').notNull().default(true),
    automaticRedelivery: boolean('automatic_redelivery').notNull().default(true),
    everything: boolean('everything').notNull().default(true),
    /** The types of event that the webhook gets, by BTCPay's names, unless it gets all types. */
    specificEvents: text('specific_events').array().notNull().default(sql`'{}'::text[]`),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [index('greenfield_webhook_store').on(t.apiKeyId)],
);
