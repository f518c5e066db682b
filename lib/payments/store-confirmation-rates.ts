import { and, between, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import { payment } from '@/db/schema/payments';
import { confirmationRate } from '@/db/schema/rates';
import type { Currency } from '@/lib/domain/currency';
import type { Network } from '@/lib/domain/network';
import { Problem } from '@/lib/domain/problems';
import { rateText } from '@/lib/domain/rate';
import type { StoredRate } from '@/lib/rates/last-rates';
import type { Rates } from '@/lib/rates/rates';
import { queueChange } from '@/lib/server/changes/queue-change';

/** A rate is used only for confirmations at most this long before or after its quote. */
const NEAR_MS = 600_000;

const isWanted = eq(confirmationRate.wanted, true);

/**
 * Stores the rate of each confirmation, once. If the exchanges agree on no rate in time, the rate
 * stays null.
 *
 * @returns how many rates were stored
 */
export async function storeConfirmationRates(db: Db, rates: Rates, now: Date): Promise<number> {
  const wanted = await db
    .selectDistinct({ currency: confirmationRate.currency, network: payment.network })
    .from(confirmationRate)
    .innerJoin(payment, eq(payment.id, confirmationRate.paymentId))
    .where(isWanted);
  let noted = 0;
  for (const { currency, network } of wanted) {
    const found = await findRate(rates, currency, network, now);
    if (found) noted += await note(db, currency, network, found);
  }
  await end(db, {}, lt(confirmationRate.confirmedAt, from(now, -NEAR_MS)));
  return noted;
}

/** Returns when {@link storeConfirmationRates} has something to do; null if nothing is pending. */
export async function nextRateAt(db: Db): Promise<Date | null> {
  const [row] = await db.execute<{ at: string | null }>(sql`
    select min(${confirmationRate.confirmedAt}) as at from ${confirmationRate} where wanted`);
  return row?.at ? new Date(row.at) : null;
}

async function findRate(
  rates: Rates,
  currency: Currency,
  network: Network,
  now: Date,
): Promise<StoredRate | undefined> {
  try {
    return await rates.rate(currency, network, now, '/currency');
  } catch (error) {
    // The exchanges do not agree on a rate, or prices are switched off.
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

function note(
  db: Db,
  currency: Currency,
  network: Network,
  { rate, source, quotedAt }: StoredRate,
): Promise<number> {
  return end(
    db,
    { rate: rateText(rate), source, quotedAt },
    and(
      eq(confirmationRate.currency, currency),
      between(confirmationRate.confirmedAt, from(quotedAt, -NEAR_MS), from(quotedAt, NEAR_MS)),
      eq(payment.network, network),
    ),
  );
}

/** Stores a rate, or none, and ends the search for it. Open pages of the payments are notified. */
async function end(
  db: Db,
  found: Partial<typeof confirmationRate.$inferInsert>,
  condition: SQL | undefined,
): Promise<number> {
  const rows = await db
    .update(confirmationRate)
    .set({ wanted: false, ...found })
    .from(payment)
    .innerJoin(apiKey, eq(apiKey.id, payment.apiKeyId))
    .where(and(isWanted, eq(payment.id, confirmationRate.paymentId), condition))
    .returning({ paymentId: payment.id, merchantId: apiKey.merchantId });
  for (const { paymentId, merchantId } of rows) queueChange(db, merchantId, `payment ${paymentId}`);
  return rows.length;
}

const from = (moment: Date, ms: number) => new Date(moment.getTime() + ms);
