import { and, count, eq, gte, lt, type SQL, sql, sum } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { isAmong } from '@/db/is-among';
import { payment } from '@/db/schema/payments';
import { confirmationRate } from '@/db/schema/rates';
import { bucketOf } from '@/db/time-buckets';
import { type Currency, decimalsOf, unitsPerBitcoin } from '@/lib/domain/currency';
import { decimalText } from '@/lib/domain/price';
import { unconfirmedMoney } from './unconfirmed-money';

/** An amount in the merchant's display currency. */
export interface Volume {
  /** The amount as a decimal number with all decimals of the currency. */
  readonly amount: string;
  /** Payments missing from the amount, because no rate was stored for them. */
  readonly withoutRate: number;
}

export interface Received {
  readonly sats: number;
  readonly payments: number;
  /** The volume in the display currency; null without one. */
  readonly volume: Volume | null;
}

export interface ReceivedTotals {
  readonly buckets: readonly Received[];
  readonly total: Received;
}

/**
 * Adds up confirmed payments of these keys by confirmation time, counting only outputs in blocks:
 * more may be pending.
 *
 * @param starts the starts of the buckets, ascending
 * @param end the end of the last bucket, which is open-ended without it
 */
export async function receivedTotals(
  db: Db,
  keyIds: readonly string[],
  starts: readonly [Date, ...Date[]],
  currency: Currency | null,
  end?: Date,
): Promise<ReceivedTotals> {
  const place = bucketOf(payment.confirmedAt, starts).as('place');
  const { paymentId } = confirmationRate;
  const rate = and(eq(paymentId, payment.id), eq(confirmationRate.currency, sql`${currency}`));
  const isMeant = and(
    isAmong(payment.apiKeyId, keyIds),
    // A literal, not a parameter: the planner must match the partial index.
    sql`${payment.status} = 'confirmed'`,
    gte(payment.confirmedAt, starts[0]),
    end && lt(payment.confirmedAt, end),
  );
  const worth = (sats: SQL) => (currency ? worthIn(currency, sats) : sql`null::numeric`);
  const whole = worth(sql`${payment.receivedSats}`);
  const received = db
    .select({
      place,
      sats: sum(payment.receivedSats).mapWith(Number),
      payments: count(),
      units: sql<string>`coalesce(sum(${whole}), 0)::text`,
      withoutRate: sql`count(*) filter (where ${whole} is null)`.mapWith(Number),
    })
    .from(payment)
    .$dynamic();
  const unconfirmed = unconfirmedMoney(db);
  const inBlocks = worth(sql`(${payment.receivedSats} - ${unconfirmed.sats})`);
  const onItsWay = db
    .select({
      place,
      sats: sql`-sum(${unconfirmed.sats})`.mapWith(Number),
      payments: sql<number>`0::bigint`,
      units: sql<string>`coalesce(sum(${inBlocks} - ${whole}), 0)::text`,
      withoutRate: sql`0::bigint`.mapWith(Number),
    })
    .from(unconfirmed)
    .innerJoin(payment, eq(payment.id, unconfirmed.paymentId))
    .$dynamic();
  if (currency) {
    received.leftJoin(confirmationRate, rate);
    onItsWay.leftJoin(confirmationRate, rate);
  }
  // The sums come from one statement, so that an output which arrives during the query is in both
  // or in neither.
  const rows = await received
    .where(isMeant)
    .groupBy(sql`place`)
    .unionAll(onItsWay.where(isMeant).groupBy(sql`place`));
  return {
    buckets: starts.map((_, nth) =>
      receivedOf(
        rows.filter((row) => row.place === nth + 1),
        currency,
      ),
    ),
    total: receivedOf(rows, currency),
  };
}

interface Row {
  readonly sats: number;
  readonly payments: number;
  readonly units: string;
  readonly withoutRate: number;
}

function receivedOf(rows: readonly Row[], currency: Currency | null): Received {
  return {
    sats: rows.reduce((total, row) => total + row.sats, 0),
    payments: rows.reduce((total, row) => total + row.payments, 0),
    volume: volumeOf(rows, currency),
  };
}

function volumeOf(rows: readonly Row[], currency: Currency | null): Volume | null {
  if (!currency) return null;
  const units = rows.reduce((total, row) => total + BigInt(row.units), 0n);
  const withoutRate = rows.reduce((total, row) => total + row.withoutRate, 0);
  return { amount: decimalText(units, currency), withoutRate };
}

/**
 * The value of a payment's received satoshis in the least unit of the currency, rounded half up, in
 * exact decimals. Uses the payment's own price if it is in this currency, else the rate stored at
 * its confirmation. Null without either: a rate from another time would be wrong.
 */
function worthIn(currency: Currency, received: SQL): SQL {
  // A satoshi is the least unit of both bitcoin units.
  if (unitsPerBitcoin(currency)) return sql`${received}::numeric`;
  const scale = sql.raw(`1${'0'.repeat(decimalsOf(currency))}`);
  const asked = sql`trunc((${payment.price} ->> 'amount')::numeric * ${scale})`;
  return sql`case
    when ${payment.price} ->> 'currency' = ${currency}::text
      then div(2 * ${received} * ${asked} + ${payment.amountSats}, 2 * ${payment.amountSats})
    else floor(${received} * ${confirmationRate.rate}::numeric * ${scale} * 0.00000001 + 0.5) end`;
}
