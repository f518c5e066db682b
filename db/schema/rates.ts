import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Currency } from '@/lib/domain/currency';
import { idOf, moment } from './columns';
import { payment } from './payments';

/** The last agreed rate of each currency. All processes share it, and it survives restarts. */
export const exchangeRate = pgTable('exchange_rate', {
  currency: text('currency').$type<Currency>().primaryKey(),
  /** The price of one bitcoin, as a decimal number. */
  rate: text('rate').notNull(),
  source: text('source').notNull(),
  /** The time of the oldest quote behind the rate. */
  quotedAt: moment('quoted_at').notNull(),
  readAt: moment('read_at').notNull(),
});

/**
 * Currencies that once had a rate, but had none when it was last requested. The row remains until
 * there is a rate again.
 */
export const exchangeRateGap = pgTable('exchange_rate_gap', {
  currency: text('currency').$type<Currency>().primaryKey(),
  since: moment('since').notNull(),
});

/**
 * The rates at a payment's first confirmation: in the currency of its price, and in the merchant's
 * display currency. The rate is added once, soon after the row is written. No status depends on it.
 */
export const confirmationRate = pgTable(
  'confirmation_rate',
  {
    paymentId: idOf('payment_id', () => payment.id),
    currency: text('currency').$type<Currency>().notNull(),
    confirmedAt: moment('confirmed_at').notNull(),
    /** Whether the rate is still being looked up. */
    wanted: boolean('wanted').notNull().default(true),
    /** Decimal price of one bitcoin. Like the next two columns, null until a rate is found. */
    rate: text('rate'),
    source: text('source'),
    quotedAt: moment('quoted_at'),
  },
  (t) => [
    primaryKey({ columns: [t.paymentId, t.currency] }),
    index('confirmation_rate_wanted').on(t.confirmedAt).where(sql`${t.wanted}`),
    check(
      'confirmation_rate_whole',
      sql`num_nulls(${t.rate}, ${t.source}, ${t.quotedAt}) in (0, 3)`,
    ),
    check('confirmation_rate_found_once', sql`not (${t.wanted} and ${t.rate} is not null)`),
  ],
);
