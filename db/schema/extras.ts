import { sql } from 'drizzle-orm';
import { boolean, check, customType, index, json, pgTable, text } from 'drizzle-orm/pg-core';
import type { Language } from '@/lib/domain/language';
import type { Metadata } from '@/lib/domain/metadata';
import { payment } from './payments';

const searchWords = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * Data that the shop stores with a payment, for itself and for the customer's page. It never
 * changes and may be long, whereas the payment's row is rewritten with each change, so this data
 * has a separate row. A payment without such data has no row here.
 */
export const paymentExtra = pgTable(
  'payment_extra',
  {
    paymentId: text('payment_id')
      .primaryKey()
      .references(() => payment.id),
    /**
     * The shop's own data, which the customer's page never shows. The type is json, because jsonb
     * would reorder the names.
     */
    metadata: json('metadata').$type<Metadata>(),
    /**
     * The search words of the metadata's values, the description, the note and the customer. Each
     * source has its own weight: see `wordsOf`.
     */
    words: searchWords('words'),
    /** What the customer pays for, as the page shows it. The text may have several lines. */
    description: text('description'),
    /** The note for the shop that the customer entered on the page of a payment link. */
    payerNote: text('payer_note'),
    /** The language of the customer's page; null to follow the browser. */
    locale: text('locale').$type<Language>(),
    /** The return URL as given, with its placeholder: see `returnLink`. */
    returnUrl: text('return_url'),
    /** Whether the page returns to the shop automatically after payment. */
    returnAutomatically: boolean('return_automatically').notNull().default(false),
    /**
     * Whether follow-ups are forbidden, because the payment's creator would never learn that a
     * follow-up was paid.
     */
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
