import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { exchangeRate } from '@/db/schema/rates';
import type { Currency } from '@/lib/domain/currency';
import { parseRate, type Rate, rateText } from '@/lib/domain/rate';

/** A rate that was found at some time. */
export interface FoundRate {
  readonly rate: Rate;
  /** Who agreed. */
  readonly source: string;
  /** When the oldest quote behind it was true. */
  readonly quotedAt: Date;
  /** When the exchanges were asked. */
  readonly readAt: Date;
}

/** The last rate that any process has kept. */
export async function lastRate(db: Db, currency: Currency): Promise<FoundRate | undefined> {
  const [row] = await db.select().from(exchangeRate).where(eq(exchangeRate.currency, currency));
  const rate = row && parseRate(row.rate);
  return rate && { ...row, rate };
}

/** Keeps a rate that was found just now. */
export async function keepRate(db: Db, currency: Currency, found: FoundRate): Promise<void> {
  const row = { ...found, currency, rate: rateText(found.rate) };
  await db
    .insert(exchangeRate)
    .values(row)
    .onConflictDoUpdate({ target: exchangeRate.currency, set: row });
}
