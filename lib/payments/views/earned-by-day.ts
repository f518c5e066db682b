import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { payment } from '@/db/schema/payments';
import type { Currency } from '@/lib/domain/currency';
import { decimalText } from '@/lib/domain/price';
import { countedMoneySql } from './counted-money';

export interface Volume {
  /** A decimal number with all decimals of the currency. */
  readonly amount: string;
  /**
   * Number of payments and refunds that the amount does not include, because no rate was stored.
   */
  readonly withoutRate: number;
}

export interface EarnedMoney {
  readonly sats: number;
  readonly payments: number;
  /** Null without a display currency. */
  readonly volume: Volume | null;
}

export interface MoneyRow extends Record<string, unknown> {
  readonly sats: string;
  readonly payments: number;
  readonly units: string;
  readonly without_rate: number;
}

export const MONEY_SUMS = sql`
  sum(sats)::text as sats,
  count(*) filter (where sats > 0)::int as payments,
  coalesce(sum(worth), 0)::text as units,
  count(*) filter (where sats <> 0 and worth is null)::int as without_rate`;

/** @param row undefined if nothing was earned */
export function toEarnedMoney(row: MoneyRow | undefined, currency: Currency | null): EarnedMoney {
  return {
    sats: Number(row?.sats ?? 0),
    payments: row?.payments ?? 0,
    volume: currency && {
      amount: decimalText(BigInt(row?.units ?? 0), currency),
      withoutRate: row?.without_rate ?? 0,
    },
  };
}

export function sumEarnedMoney(
  days: readonly EarnedMoney[],
  currency: Currency | null,
): EarnedMoney {
  const sum = (of: (day: EarnedMoney) => number) => days.reduce((total, day) => total + of(day), 0);
  const units = days.reduce(
    (total, { volume }) => total + BigInt(volume?.amount.replace('.', '') ?? 0),
    0n,
  );
  return {
    sats: sum(({ sats }) => sats),
    payments: sum(({ payments }) => payments),
    volume: currency && {
      amount: decimalText(units, currency),
      withoutRate: sum(({ volume }) => volume?.withoutRate ?? 0),
    },
  };
}

/** When each day begins, and when the last one ends. */
export interface DayRange {
  readonly starts: readonly Date[];
  readonly end: Date;
}

/**
 * Returns what these keys earned on each day, net of refunds, by the rule of `counted-money.ts`.
 */
export async function earnedByDay(
  db: Db,
  keyIds: readonly string[],
  { starts, end }: DayRange,
  currency: Currency | null,
): Promise<EarnedMoney[]> {
  const range = { start: timestampSql(starts[0] ?? end), end: timestampSql(end) };
  const rows = await db.execute<MoneyRow & { place: number }>(sql`
    select width_bucket(at, ${timestampArraySql(starts)}) as place, ${MONEY_SUMS}
    from ${countedMoneySql(db, keyIds, range, currency)} group by 1`);
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return starts.map((_, nth) => toEarnedMoney(byPlace.get(nth + 1), currency));
}

export interface LargestPayment {
  readonly id: string;
  readonly reference: string | null;
  readonly money: EarnedMoney;
}

/** Returns the payment that earned the most in a day; undefined if nothing was earned. */
export async function findLargestPayment(
  db: Db,
  keyIds: readonly string[],
  day: { readonly start: Date; readonly end: Date },
  currency: Currency | null,
): Promise<LargestPayment | undefined> {
  const range = { start: timestampSql(day.start), end: timestampSql(day.end) };
  const [row] = await db.execute<MoneyRow & { id: string; reference: string | null }>(sql`
    select ${payment.id}, ${payment.reference}, sats::text, 1 as payments,
      coalesce(worth, 0)::text as units, (worth is null)::int as without_rate
    from ${countedMoneySql(db, keyIds, range, currency)} join ${payment} on ${payment.id} = payment_id
    where sats > 0 order by worth desc nulls last, sats desc limit 1`);
  return row && { id: row.id, reference: row.reference, money: toEarnedMoney(row, currency) };
}

export const timestampSql = (at: Date) => sql`${at.toISOString()}::timestamptz`;
export const timestampArraySql = (of: readonly Date[]) =>
  sql`array[${sql.join(of.map(timestampSql), sql`, `)}]`;
