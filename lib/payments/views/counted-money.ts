import { and, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '@/db/client';
import { isAmong } from '@/db/is-among';
import { payment } from '@/db/schema/payments';
import { confirmationRate } from '@/db/schema/rates';
import { refund } from '@/db/schema/refunds';
import { hasHandledReason } from '@/db/schema/work-conditions';
import { type Currency, unitsPerBitcoin } from '@/lib/domain/currency';
import { isPricedIn, minorUnitScaleSql, moneyShares, worthSql } from './money-shares';
import { unconfirmedMoney } from './unconfirmed-money';

/** Whether a refund counts, because its output was seen. */
export const isRefundSentSql: SQL = sql`${refund.status} in ('sent', 'confirmed')`;

export interface CountedMoneyRange {
  /** Inclusive. */
  readonly start: SQL;
  /** Exclusive. */
  readonly end: SQL;
  /** Limits the payments, and their refunds with them; by default all. */
  readonly payments?: SQL;
}

/** A table `refunded(payment_id, refunded_sats, first_sent_at)` of the payments' sent refunds. */
export const refundedTableSql = (isOurs: SQL): SQL => sql`
  select ${refund.paymentId}, sum(${refund.amountSats})::bigint as refunded_sats,
    min(${refund.sentAt}) as first_sent_at
  from ${refund} where ${isOurs} and ${isRefundSentSql} group by ${refund.paymentId}`;

/**
 * The money in the books of a range, as a table `counted` with a row per payment and refund.
 * `worth` is in the least unit of the currency. A payment counts when it was confirmed, or else
 * accepted or first refunded. A refund is negative and counts when it was sent.
 */
export function countedMoneySql(
  db: Db,
  keyIds: readonly string[],
  range: CountedMoneyRange,
  currency: Currency | null,
): SQL {
  return sql`(
    ${countedPayments(db, keyIds, range, currency)}
    union all
    ${countedRefunds(keyIds, range, currency)}
  ) counted`;
}

const within = (at: AnyPgColumn | SQL, { start, end }: CountedMoneyRange) =>
  sql`${at} >= ${start} and ${at} < ${end}`;

function countedPayments(
  db: Db,
  keyIds: readonly string[],
  range: CountedMoneyRange,
  currency: Currency | null,
) {
  const refunded = refundedTableSql(isAmong(refund.apiKeyId, keyIds));
  const isOurs = and(isAmong(payment.apiKeyId, keyIds), range.payments);
  const { earned } = moneyShares(sql`in_blocks`, sql`coalesce(refunded_sats, 0)`);
  // The status is a literal, not a parameter, so that the planner can use the partial index.
  return sql`
    select 'payment' as kind, ${payment.id} as id, ${payment.id} as payment_id, at, sats,
      ${worthOf(currency, sql`sats`)} as worth,
      ${ofPrice(currency, 'source')} as source,
      ${ofPrice(currency, 'rate')} as rate,
      null::bigint as fee_sats, null::numeric as fee_worth
    from (
      select ${payment.id}, ${payment.amountSats}, ${payment.price}, at,
        ${earned} as sats
      from (
        select *, ${payment.confirmedAt} as at from ${payment}
        where ${isOurs} and ${payment.status} = 'confirmed'
          and ${within(payment.confirmedAt, range)}
        union all
        select *, ${payment.acceptedAt} as at from ${payment}
        where ${isOurs} and ${payment.status} <> 'confirmed' and ${hasHandledReason(payment)}
          and ${within(payment.acceptedAt, range)}
        union all
        select ${payment}.*, given.first_sent_at as at
        from (${refunded}) given join ${payment} on ${payment.id} = given.payment_id
        where ${isOurs} and ${payment.status} <> 'confirmed' and ${payment.acceptedAt} is null
          and ${within(sql`given.first_sent_at`, range)}
      ) payment
      left join ${unconfirmedMoney(db)} on unconfirmed.payment_id = ${payment.id}
      left join (${refunded}) refunded on refunded.payment_id = ${payment.id}
      cross join lateral (
        select ${payment.receivedSats} - coalesce(unconfirmed_sats, 0) as in_blocks) blocks
    ) payment
    ${notedRate(currency)}`;
}

function countedRefunds(
  keyIds: readonly string[],
  range: CountedMoneyRange,
  currency: Currency | null,
) {
  const isFixed = sql`${refund.price} ->> 'currency' = ${currency}::text`;
  const fixed = currency
    ? sql`trunc((${refund.price} ->> 'amount')::numeric * ${minorUnitScaleSql(currency)})`
    : sql`null::numeric`;
  return sql`
    select 'refund', ${refund.id}, ${payment.id}, ${refund.sentAt}, -${refund.amountSats},
      -(case when ${isFixed} then ${fixed}
        else ${worthOf(currency, sql`${refund.amountSats}`)} end),
      case when ${isFixed} then 'refund'
        else ${ofPrice(currency, 'source')} end,
      case when ${isFixed} then null
        else ${ofPrice(currency, 'rate')} end,
      ${refund.feeSats}, ${worthOf(currency, sql`${refund.feeSats}`)}
    from ${refund} join ${payment} on ${payment.id} = ${refund.paymentId}
    ${notedRate(currency)}
    where ${and(isAmong(refund.apiKeyId, keyIds), range.payments)} and ${isRefundSentSql}
      and ${within(refund.sentAt, range)}`;
}

const notedRate = (currency: Currency | null) => sql`
  left join ${confirmationRate} noted
    on noted.payment_id = ${payment.id} and noted.currency = ${currency}::text`;

const worthOf = (currency: Currency | null, sats: SQL) =>
  currency ? worthSql(currency, sats, sql`noted.rate`) : sql`null::numeric`;

/** The rate or its source, from the payment's own price or else from its confirmation. */
function ofPrice(currency: Currency | null, field: 'rate' | 'source'): SQL {
  if (currency && unitsPerBitcoin(currency)) {
    return field === 'source' ? sql`'unit'` : sql`null::text`;
  }
  const own = sql`${payment.price} ->> ${sql.raw(`'${field}'`)}`;
  return sql`case when ${isPricedIn(currency)} then ${own} else ${sql.raw(`noted.${field}`)} end`;
}
