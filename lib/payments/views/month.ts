import { and, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { isAmong } from '@/db/is-among';
import { payment } from '@/db/schema/payments';
import { confirmationRate, exchangeRate } from '@/db/schema/rates';
import { refund } from '@/db/schema/refunds';
import { hasAnyOpenReason } from '@/db/schema/work-conditions';
import type { Member } from '@/lib/domain/actor';
import { chartValue, createClippedScale } from '@/lib/domain/chart-scale';
import type { Currency } from '@/lib/domain/currency';
import { type CalendarMonth, localToday, monthDays, plusMonths } from '@/lib/domain/local-days';
import type { Network } from '@/lib/domain/network';
import { refundedTableSql } from './counted-money';
import { displayCurrencyOf } from './display-currency';
import {
  type EarnedMoney,
  earnedByDay,
  findLargestPayment,
  type LargestPayment,
  MONEY_SUMS,
  type MoneyRow,
  sumEarnedMoney,
  toEarnedMoney,
} from './earned-by-day';
import { homeKeys } from './home-keys';
import { moneyShares, worthSql } from './money-shares';
import { unconfirmedMoney } from './unconfirmed-money';

export interface Outlier {
  /** Day of the month, from 1. */
  readonly day: number;
  readonly largest: LargestPayment;
}

export interface Month {
  readonly networks: readonly Network[];
  /** Undefined without a key. */
  readonly network: Network | undefined;
  readonly month: CalendarMonth;
  /** Day of the month, from 1; null unless it is the current month. */
  readonly today: number | null;
  readonly currency: Currency | null;
  /** What was earned on each day, net of refunds. Future days are left out. */
  readonly days: readonly EarnedMoney[];
  /** What was earned on each day of the previous month. */
  readonly earlierDays: readonly EarnedMoney[];
  readonly earned: EarnedMoney;
  /** The sum over the same days of the previous month. */
  readonly earlier: EarnedMoney;
  readonly outliers: readonly Outlier[];
  readonly onItsWay: EarnedMoney;
  /**
   * Confirmed money that does not belong to the merchant now: an excess, late money, or money of a
   * canceled order.
   */
  readonly toGiveBack: EarnedMoney;
}

export interface MonthRequest {
  readonly network?: Network | undefined;
  /** By default the current month. */
  readonly month?: CalendarMonth | undefined;
  /** The IANA time zone of the days. */
  readonly timeZone: string;
}

export async function readMonth(
  db: Db,
  actor: Member,
  request: MonthRequest,
  now: Date,
): Promise<Month> {
  const { timeZone } = request;
  const { networks, network, ofNetwork: keys } = await homeKeys(db, actor, request.network);
  const current = localToday(timeZone, now);
  const month = request.month && request.month < current.month ? request.month : current.month;
  const today = month === current.month ? current.day : null;
  const currency = await displayCurrencyOf(db, actor);
  const held = createHeldMoneySums(db, keys, currency);
  const own = monthDays(timeZone, month);
  const before = monthDays(timeZone, plusMonths(month, -1));
  const both = { starts: [...before.starts, ...own.starts], end: own.end };
  const [all, onItsWay, toGiveBack] = await Promise.all([
    earnedByDay(db, keys, both, currency),
    held.onItsWay(),
    held.toGiveBack(),
  ]);
  const earlierDays = all.slice(0, before.starts.length);
  const days = all.slice(before.starts.length);
  const outliers = outlierDays(days, earlierDays).map(async (day) => {
    const end = own.starts[day] ?? own.end;
    const start = own.starts[day - 1] ?? end;
    const largest = await findLargestPayment(db, keys, { start, end }, currency);
    return largest ? [{ day, largest }] : [];
  });
  return {
    ...{ networks, network, month, today, currency, days, earlierDays },
    earned: sumEarnedMoney(days, currency),
    earlier: sumEarnedMoney(earlierDays.slice(0, today ?? undefined), currency),
    outliers: (await Promise.all(outliers)).flat(),
    ...{ onItsWay, toGiveBack },
  };
}

/** Returns the days, from 1, whose bars are higher than the chart. */
function outlierDays(days: readonly EarnedMoney[], earlierDays: readonly EarnedMoney[]): number[] {
  const { top } = createClippedScale([...days, ...earlierDays].map(chartValue));
  return days.flatMap((day, nth) => (chartValue(day) > top ? nth + 1 : []));
}

/** Both sums read a partial index with few payments. */
export function createHeldMoneySums(db: Db, keyIds: readonly string[], currency: Currency | null) {
  const unconfirmed = unconfirmedMoney(db);
  const isOurs = isAmong(payment.apiKeyId, keyIds);
  const noted = sql`(select ${confirmationRate.rate} from ${confirmationRate}
    where ${confirmationRate.paymentId} = ${payment.id}
      and ${confirmationRate.currency} = ${currency}::text)`;
  const newest = sql`(select ${exchangeRate.rate} from ${exchangeRate}
    where ${exchangeRate.currency} = ${currency}::text)`;
  const sum = async (sats: SQL, rate: SQL, where: SQL | undefined) => {
    const worth = currency ? worthSql(currency, sql`sats`, sql`rate`) : sql`null::numeric`;
    const [row] = await db.execute<MoneyRow>(sql`
      select ${MONEY_SUMS} from (
        select sats, ${worth} as worth
        from ${payment}
        left join ${unconfirmed} on ${unconfirmed.paymentId} = ${payment.id}
        left join (${refundedTableSql(isAmong(refund.apiKeyId, keyIds))}) refunded
          on refunded.payment_id = ${payment.id}
        cross join lateral (
          select ${payment.receivedSats} - coalesce(${unconfirmed.sats}, 0) as in_blocks) counted
        cross join lateral (select ${sats} as sats) share
        cross join lateral (select ${rate} as rate offset 0) priced
        where ${where}
      ) held`);
    return toEarnedMoney(row, currency);
  };
  const isArriving = sql`${payment.status} in ('detected', 'pending') and ${payment.receivedSats} > 0`;
  return {
    onItsWay: () => sum(sql`${payment.receivedSats}`, newest, and(isOurs, isArriving)),
    toGiveBack: () =>
      sum(
        moneyShares(sql`in_blocks`, sql`coalesce(refunded_sats, 0)`).toGiveBack,
        sql`coalesce(${noted}, ${newest})`,
        and(isOurs, hasAnyOpenReason(payment)),
      ),
  };
}
