import { type SQL, sql } from 'drizzle-orm';
import { payment } from '@/db/schema/payments';
import { type Currency, decimalsOf, unitsPerBitcoin } from '@/lib/domain/currency';

const isAccepted: SQL = sql`${payment.acceptedAt} is not null`;

/**
 * SQL of a payment's earned satoshis and its satoshis to give back, by the rule of
 * `lib/domain/earned.ts`.
 *
 * @param inBlocks the received satoshis in blocks
 * @param refunded the satoshis of the sent refunds; by default none
 */
export function moneyShares(inBlocks: SQL, refunded: SQL = sql`0`) {
  const isOpen = (reason: 'late' | 'overpaid') =>
    sql`${payment.flags} @> array['${sql.raw(reason)}'] and not ${payment.handled} @> array['${sql.raw(reason)}']`;
  const decided = sql`case
    when ${isAccepted} then ${inBlocks}
    when ${payment.status} <> 'confirmed' then 0
    when ${payment.flags} = '{}' then ${inBlocks}
    when ${isOpen('late')} then 0
    when ${isOpen('overpaid')} then least(${inBlocks}, ${payment.amountSats})
    else ${inBlocks} end`;
  const toGiveBack = sql`case
    when ${isAccepted} then 0
    when ${payment.status} = 'confirmed' then ${inBlocks} - ${decided}
    when ${payment.status} = 'canceled' and not ${payment.handled} @> array['underpaid']
      then ${inBlocks}
    else 0 end`;
  return {
    earned: sql`least(${inBlocks}, ${decided} + ${refunded})`,
    toGiveBack: sql`greatest(0, ${toGiveBack} - ${refunded})`,
  };
}

/** The number of least units in one unit of a currency, such as 100 cents. */
export const minorUnitScaleSql = (currency: Currency) =>
  sql.raw(`1${'0'.repeat(decimalsOf(currency))}`);

export const isPricedIn = (currency: Currency | null): SQL =>
  sql`${payment.price} ->> 'currency' = ${currency}::text`;

/**
 * SQL of the value of satoshis in the least unit of a currency, rounded half up. Uses the payment's
 * own price if it is in this currency, or else the rate; null without either.
 *
 * @param sats not negative
 * @param rate the price of one bitcoin
 */
export function worthSql(currency: Currency, sats: SQL, rate: SQL): SQL {
  // A satoshi is the least unit of both BTC and SATS.
  if (unitsPerBitcoin(currency)) return sql`(${sats})::numeric`;
  const scale = minorUnitScaleSql(currency);
  const priceUnits = sql`trunc((${payment.price} ->> 'amount')::numeric * ${scale})`;
  return sql`case when ${isPricedIn(currency)} then
      case when (${sats}) = ${payment.amountSats} then ${priceUnits}
      else div(2 * (${sats}) * ${priceUnits} + ${payment.amountSats}, 2 * ${payment.amountSats}) end
    else round((${sats}) * (${rate})::numeric * (${scale} * 0.00000001)) end`;
}
