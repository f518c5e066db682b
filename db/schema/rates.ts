import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Currency } from '@/lib/domain/currency';
import { idOf, moment } from './columns';
import { payment } from './payments';

/** The last rate of each currency in which exchanges agreed, for all processes and after a restart. */
export const exchangeRate = pgTable('exchange_rate', {
  currency: text('currency').$type<Currency>().primaryKey(),
  /** What one bitcoin costs: a decimal number. */
  rate: text('rate').notNull(),
  source: text('source').notNull(),
  /** When the oldest quote behind it was true. */
  quotedAt: moment('quoted_at').notNull(),
  /** When the exchanges were asked. */
  readAt: moment('read_at').notNull(),
});

/**
 * The rates of the moment in which a payment was first confirmed: of its price's currency, and of the
 * currency in which its merchant adds up. A row without a rate is written with the confirmation, and
 * its rate is noted once, soon after. No status depends on it.
 */
export const confirmationRate = pgTable(
  'confirmation_rate',
  {
    paymentId: idOf('payment_id', () => payment.id),
    currency: text('currency').$type<Currency>().notNull(),
    confirmedAt: moment('confirmed_at').notNull(),
    /** Whether the rate is still looked for. */
    wanted: boolean('wanted').notNull().default(true),
    /** What one bitcoin cost: a decimal number. Null, as the next two, while none was found. */
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
