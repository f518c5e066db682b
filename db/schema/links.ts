import { sql } from 'drizzle-orm';
import { check, index, integer, json, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { CustomerFields } from '@/lib/domain/customer';
import { CUSTOMER_MAIL_KINDS, type CustomerMailKind } from '@/lib/domain/customer-mail-kind';
import type { LinkAmount, PayerNote } from '@/lib/domain/link';
import type { LinkTerms } from '@/lib/domain/link-terms';
import { apiKey } from './accounts';
import { hasOnly, idOf, moment, sealColumn } from './columns';

/** A page on which anyone can create a payment. The payment belongs to the link's API key. */
export const paymentLink = pgTable(
  'payment_link',
  {
    /** Unguessable, because it is part of the page's URL. */
    id: text('id').primaryKey(),
    apiKeyId: idOf('api_key_id', () => apiKey.id),
    title: text('title').notNull(),
    amount: jsonb('amount').$type<LinkAmount>().notNull(),
    /** Limit on the number of payments; null for no limit. */
    maxPayments: integer('max_payments'),
    /** The settings of the field for the customer's note; null for a page without the field. */
    payerNote: jsonb('payer_note').$type<PayerNote>(),
    /** The details that customers enter; null if the page asks for no name or e-mail address. */
    customerFields: jsonb('customer_fields').$type<CustomerFields>(),
    /** The mails that customers of the link's payments get; null for the API key's setting. */
    customerMails: text('customer_mails').array().$type<CustomerMailKind[]>(),
    /** Settings of the link's payments. Unlike jsonb, json keeps the order of the metadata. */
    terms: json('terms').$type<LinkTerms>().notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at'),
    deactivatedAt: moment('deactivated_at'),
    seal: sealColumn(),
  },
  (t) => [
    // Nulls come first, to match a plain "order by … desc".
    index('payment_link_list').on(t.apiKeyId, t.createdAt.desc().nullsFirst(), t.id),
    check('payment_link_maximum_positive', sql`${t.maxPayments} >= 1`),
    check('payment_link_mails_known', hasOnly(t.customerMails, CUSTOMER_MAIL_KINDS)),
  ],
);

/**
 * The visits to a link's page. With a separate table, counting a visit does not wait for a
 * transaction that creates a payment.
 */
export const paymentLinkVisits = pgTable('payment_link_visits', {
  paymentLinkId: text('payment_link_id')
    .primaryKey()
    .references(() => paymentLink.id),
  visits: integer('visits').notNull(),
});
