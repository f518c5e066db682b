import { sql } from 'drizzle-orm';
import { check, index, integer, json, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { CustomerFields } from '@/lib/domain/customer';
import { CUSTOMER_MAILS, type CustomerMail } from '@/lib/domain/customer-mail';
import type { LinkAmount, PayerNote } from '@/lib/domain/link';
import type { LinkTerms } from '@/lib/domain/link-terms';
import { apiKey } from './accounts';
import { eachOf, idOf, moment, sealColumn } from './columns';

/** A payment link: a page on which anyone makes a payment of its API key. */
export const paymentLink = pgTable(
  'payment_link',
  {
    /** The link's id, which cannot be guessed and is part of the page's URL. */
    id: text('id').primaryKey(),
    apiKeyId: idOf('api_key_id', () => apiKey.id),
    /** The title that the customer sees. It is also the description of the link's payments. */
    title: text('title').notNull(),
    amount: jsonb('amount').$type<LinkAmount>().notNull(),
    /** The highest number of payments; null for any number. */
    maxPayments: integer('max_payments'),
    /** The settings of the field for the customer's note; null for a page without the field. */
    payerNote: jsonb('payer_note').$type<PayerNote>(),
    /**
     * The details that customers enter on the page; null if the page requests neither a name nor an
     * e-mail address.
     */
    customerFields: jsonb('customer_fields').$type<CustomerFields>(),
    /**
     * The mails that customers of the link's payments get; null to use the setting of the API key.
     */
    customerMails: text('customer_mails').array().$type<CustomerMail[]>(),
    /**
     * The settings of the link's payments. The type is json, because jsonb would reorder the
     * metadata.
     */
    terms: json('terms').$type<LinkTerms>().notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at'),
    deactivatedAt: moment('deactivated_at'),
    seal: sealColumn(),
  },
  (t) => [
    // The index puts nulls first, because a plain "order by … desc" does so too.
    index('payment_link_list').on(t.apiKeyId, t.createdAt.desc().nullsFirst(), t.id),
    check('payment_link_maximum_positive', sql`${t.maxPayments} >= 1`),
    check('payment_link_mails_known', eachOf(t.customerMails, CUSTOMER_MAILS)),
  ],
);

/**
 * The number of visits to a link's page. It is in a separate table, so that visits do not wait for
 * creates.
 */
export const paymentLinkVisits = pgTable('payment_link_visits', {
  paymentLinkId: text('payment_link_id')
    .primaryKey()
    .references(() => paymentLink.id),
  visits: integer('visits').notNull(),
});
