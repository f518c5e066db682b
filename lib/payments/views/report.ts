import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import type { Member } from '@/lib/domain/actor';
import type { Currency } from '@/lib/domain/currency';
import { type CalendarDay, daysInRange, localDay } from '@/lib/domain/local-days';
import type { Network } from '@/lib/domain/network';
import { decimalText } from '@/lib/domain/price';
import type { ReportPeriod } from '@/lib/domain/report-period';
import { countedMoneySql } from './counted-money';
import { displayCurrencyOf } from './display-currency';
import { type EarnedMoney, timestampArraySql, timestampSql } from './earned-by-day';
import { homeKeys } from './home-keys';
import { createHeldMoneySums } from './month';

export interface SatsAndCurrencyAmount {
  readonly sats: number;
  /** A decimal number in the display currency; null without a currency. */
  readonly amount: string | null;
}

export interface ReportSums {
  readonly payments: number;
  readonly refunds: number;
  readonly gross: SatsAndCurrencyAmount;
  /** Not negative. */
  readonly refunded: SatsAndCurrencyAmount;
  readonly net: SatsAndCurrencyAmount;
  /** The network fees of the refunds. They are not part of `net`. */
  readonly fees: SatsAndCurrencyAmount;
  /** Number of payments and refunds that the amounts do not include, because they have no rate. */
  readonly withoutRate: number;
  /** The sources of the rates, most frequent first. */
  readonly sources: readonly { readonly source: string; readonly entries: number }[];
}

export interface ReportDay extends ReportSums {
  readonly day: CalendarDay;
}

export interface Report {
  readonly networks: readonly Network[];
  /** Undefined without a key. */
  readonly network: Network | undefined;
  readonly period: ReportPeriod;
  readonly today: CalendarDay;
  readonly currency: Currency | null;
  readonly total: ReportSums;
  /** Only days with entries. */
  readonly days: readonly ReportDay[];
  /** Confirmed money that awaits a decision now. */
  readonly notCounted: EarnedMoney;
}

export interface ReportRequest {
  readonly network?: Network | undefined;
  readonly period: ReportPeriod;
  /** The IANA time zone of the days. */
  readonly timeZone: string;
}

export async function readReport(
  db: Db,
  actor: Member,
  { network: wanted, period, timeZone }: ReportRequest,
  now: Date,
): Promise<Report> {
  const { networks, network, ofNetwork: keys } = await homeKeys(db, actor, wanted);
  const currency = await displayCurrencyOf(db, actor);
  const [rows, notCounted] = await Promise.all([
    sumByDay(db, keys, period, timeZone, currency),
    createHeldMoneySums(db, keys, currency).toGiveBack(),
  ]);
  const byDay = new Map<CalendarDay, DayRow[]>();
  for (const row of rows) byDay.set(row.day, [...(byDay.get(row.day) ?? []), row]);
  return {
    ...{ networks, network, period, currency },
    today: localDay(timeZone, now),
    total: sumsOf(rows, currency),
    days: [...byDay].map(([day, ofDay]) => ({ day, ...sumsOf(ofDay, currency) })),
    notCounted,
  };
}

interface SumRow extends Record<string, unknown> {
  readonly place: number;
  readonly kind: 'payment' | 'refund';
  readonly source: string | null;
  readonly entries: number;
  readonly without_rate: number;
  readonly sats: string;
  readonly units: string;
  readonly fee_sats: string;
  readonly fee_units: string;
}

type DayRow = SumRow & { readonly day: CalendarDay };

/** Returns sums per day, entry kind and rate source, ordered by day. */
async function sumByDay(
  db: Db,
  keyIds: readonly string[],
  period: ReportPeriod,
  timeZone: string,
  currency: Currency | null,
): Promise<DayRow[]> {
  const { names, starts, end } = daysInRange(timeZone, period.first, period.last);
  const range = { start: timestampSql(starts[0] ?? end), end: timestampSql(end) };
  const rows = await db.execute<SumRow>(sql`
    select width_bucket(at, ${timestampArraySql(starts)}) as place, kind, source,
      count(*)::int as entries, count(*) filter (where worth is null)::int as without_rate,
      sum(sats)::text as sats, coalesce(sum(worth), 0)::text as units,
      coalesce(sum(fee_sats), 0)::text as fee_sats, coalesce(sum(fee_worth), 0)::text as fee_units
    from ${countedMoneySql(db, keyIds, range, currency)} where sats <> 0
    group by 1, 2, 3 order by 1`);
  return rows.flatMap((row) => {
    const day = names[row.place - 1];
    return day ? [{ ...row, day }] : [];
  });
}

function sumsOf(rows: readonly SumRow[], currency: Currency | null): ReportSums {
  const payments = rows.filter(({ kind }) => kind === 'payment');
  const refunds = rows.filter(({ kind }) => kind === 'refund');
  const amount = (sats: bigint, units: bigint) => ({
    sats: Number(sats),
    amount: currency && decimalText(units, currency),
  });
  const sum = (of: readonly SumRow[], name: 'sats' | 'units' | 'fee_sats' | 'fee_units') =>
    of.reduce((total, row) => total + BigInt(row[name]), 0n);
  const count = (of: readonly SumRow[], name: 'entries' | 'without_rate') =>
    of.reduce((total, row) => total + row[name], 0);
  return {
    payments: count(payments, 'entries'),
    refunds: count(refunds, 'entries'),
    gross: amount(sum(payments, 'sats'), sum(payments, 'units')),
    refunded: amount(-sum(refunds, 'sats'), -sum(refunds, 'units')),
    net: amount(sum(rows, 'sats'), sum(rows, 'units')),
    fees: amount(sum(refunds, 'fee_sats'), sum(refunds, 'fee_units')),
    withoutRate: currency ? count(rows, 'without_rate') : 0,
    sources: sourcesOf(rows),
  };
}

function sourcesOf(rows: readonly SumRow[]): ReportSums['sources'] {
  const counts = new Map<string, number>();
  for (const { source, entries } of rows) {
    if (source !== null) counts.set(source, (counts.get(source) ?? 0) + entries);
  }
  return [...counts]
    .map(([source, entries]) => ({ source, entries }))
    .sort((a, b) => b.entries - a.entries || (a.source < b.source ? -1 : 1));
}
