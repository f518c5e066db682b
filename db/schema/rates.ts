import { pgTable, text } from 'drizzle-orm/pg-core';
import type { Currency } from '@/lib/domain/currency';
import { moment } from './columns';

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
