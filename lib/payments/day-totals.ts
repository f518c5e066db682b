import { and, count, eq, inArray, type SQL, sql, sum } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { payment } from '@/db/schema/payments';
import { confirmationRate } from '@/db/schema/rates';
import { type Currency, decimalsOf, unitsPerBitcoin } from '@/lib/domain/currency';
import type { LocalDay } from '@/lib/domain/local-days';
import { decimalText } from '@/lib/domain/price';

/** What was confirmed in a time, in the merchant's display currency. */
export interface Volume {
  /** A decimal number with all decimals of the currency. */
  readonly amount: string;
  /** Payments that the amount lacks, because no rate was noted for them. */
  readonly withoutRate: number;
}

/** A day in the viewer's time zone, with what was confirmed on it. */
export interface DayTotal extends LocalDay {
  readonly sats: number;
  readonly payments: number;
  /** Null without a display currency. */
  readonly volume: Volume | null;
}

export interface DayTotals {
  readonly days: readonly DayTotal[];
  /** Of all days; null without a display currency. */
  readonly volume: Volume | null;
}

/** Adds up confirmed payments of these keys by days, which arrive as moments. */
export async function dayTotals(
  db: Db,
  keyIds: readonly string[],
  days: readonly LocalDay[],
  currency: Currency | null,
): Promise<DayTotals> {
  const starts = sql.join(
    days.map(({ start }) => sql`${start.toISOString()}::timestamptz`),
    sql`, `,
  );
  const place = sql<number>`width_bucket(${payment.confirmedAt}, array[${starts}])`;
  const worth = currency ? worthIn(currency) : sql`null::numeric`;
  const totals = db
    .select({
      place: place.as('place'),
      sats: sum(payment.receivedSats).mapWith(Number),
      payments: count(),
      units: sql<string>`coalesce(sum(${worth}), 0)::text`,
      withoutRate: sql`count(*) filter (where ${worth} is null)`.mapWith(Number),
    })
    .from(payment);
  const joined = currency
    ? totals.leftJoin(
        confirmationRate,
        and(eq(confirmationRate.paymentId, payment.id), eq(confirmationRate.currency, currency)),
      )
    : totals;
  const rows =
    keyIds.length === 0
      ? []
      : await joined
          .where(
            and(
              inArray(payment.apiKeyId, [...keyIds]),
              eq(payment.status, 'confirmed'),
              sql`${payment.confirmedAt} >= ${days[0]?.start.toISOString()}::timestamptz`,
            ),
          )
          .groupBy(sql`place`);
  return {
    days: days.map((day, i) => {
      const found = rows.filter((row) => row.place === i + 1);
      const { sats = 0, payments = 0 } = found[0] ?? {};
      return { ...day, sats, payments, volume: volumeOf(found, currency) };
    }),
    volume: volumeOf(rows, currency),
  };
}

function volumeOf(
  rows: readonly { readonly units: string; readonly withoutRate: number }[],
  currency: Currency | null,
): Volume | null {
  if (!currency) return null;
  const units = rows.reduce((total, row) => total + BigInt(row.units), 0n);
  const withoutRate = rows.reduce((total, row) => total + row.withoutRate, 0);
  return { amount: decimalText(units, currency), withoutRate };
}

/**
 * What the received satoshis of a payment are worth, in the least unit of the currency, rounded half
 * up, in exact decimals: their share of its own price, if that is in this currency; else by the rate
 * that was noted at its confirmation. Null when there is neither: a rate of another time would be an
 * invention.
 */
function worthIn(currency: Currency): SQL {
  // A satoshi is the least unit of both units of bitcoin.
  if (unitsPerBitcoin(currency)) return sql`${payment.receivedSats}::numeric`;
  const scale = sql.raw(`1${'0'.repeat(decimalsOf(currency))}`);
  const received = payment.receivedSats;
  const asked = sql`trunc((${payment.price} ->> 'amount')::numeric * ${scale})`;
  return sql`case
    when ${payment.price} ->> 'currency' = ${currency}::text
      then div(2 * ${received} * ${asked} + ${payment.amountSats}, 2 * ${payment.amountSats})
    else floor(${received} * ${confirmationRate.rate}::numeric * ${scale} * 0.00000001 + 0.5) end`;
}
