import { sql } from 'drizzle-orm';
import { boolean, check, customType, index, json, pgTable, text } from 'drizzle-orm/pg-core';
import type { Language } from '@/lib/domain/language';
import type { Metadata } from '@/lib/domain/metadata';
import { payment } from './payments';

const searchWords = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * Data that the shop stores with a payment, for itself and for the customer's page. It has its own
 * row because it may be long and never changes, whereas the payment's row is rewritten with each
 * change. A payment without such data has no row here.
 */
export const paymentExtra = pgTable(
  'payment_extra',
  {
    paymentId: text('payment_id')
      .primaryKey()
      .references(() => payment.id),
    /** The shop's own data, hidden from the customer. Unlike jsonb, json keeps the names' order. */
    metadata: json('metadata').$type<Metadata>(),
    /** Search words of metadata, description, note and customer, weighted by source (`wordsOf`). */
    words: searchWords('words'),
    /** What the customer pays for, as the page shows it. The text may have several lines. */
    description: text('description'),
    payerNote: text('payer_note'),
    /** The language of the customer's page; null to follow the browser. */
    locale: text('locale').$type<Language>(),
    /** The return URL as given, with its placeholder: see `buildReturnUrl`. */
    returnUrl: text('return_url'),
    returnAutomatically: boolean('return_automatically').notNull().default(false),
    /** Whether follow-ups are forbidden, because the payment's creator would not learn of them. */
    noFollowUps: boolean('no_follow_ups').notNull().default(false),
  },
  (t) => [
    index('payment_extra_words').using('gin', t.words),
    check(
      'payment_extra_returns_somewhere',
      sql`${t.returnUrl} is not null or not ${t.returnAutomatically}`,
    ),
  ],
);
