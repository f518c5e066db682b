import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { exchangeRate, exchangeRateGap } from '@/db/schema/rates';
import type { Currency } from '@/lib/domain/currency';
import { parseRate, type Rate, rateText } from '@/lib/domain/rate';

export interface StoredRate {
  readonly rate: Rate;
  /** The names of the sources that agreed on the rate. */
  readonly source: string;
  readonly quotedAt: Date;
  readonly readAt: Date;
}

export async function lastRate(db: Db, currency: Currency): Promise<StoredRate | undefined> {
  const [row] = await db.select().from(exchangeRate).where(eq(exchangeRate.currency, currency));
  const rate = row && parseRate(row.rate);
  return rate && { ...row, rate };
}

/** Stores a rate, and removes the record of {@link recordRateGap}. */
export async function storeRate(db: Db, currency: Currency, found: StoredRate): Promise<void> {
  await db.delete(exchangeRateGap).where(eq(exchangeRateGap.currency, currency));
  const row = { ...found, currency, rate: rateText(found.rate) };
  await db
    .insert(exchangeRate)
    .values(row)
    .onConflictDoUpdate({ target: exchangeRate.currency, set: row });
}

/** Records that a currency has no rate. {@link storeRate} removes the record. */
export async function recordRateGap(db: Db, currency: Currency, since: Date): Promise<void> {
  await db.insert(exchangeRateGap).values({ currency, since }).onConflictDoNothing();
}

export async function listCurrenciesWithoutRate(db: Db): Promise<Currency[]> {
  return (await db.select({ currency: exchangeRateGap.currency }).from(exchangeRateGap)).map(
    ({ currency }) => currency,
  );
}
