import { type SQL, sql } from 'drizzle-orm';
import { payment } from '@/db/schema/payments';
import { type Currency, decimalsOf, unitsPerBitcoin } from '@/lib/domain/currency';

/**
 * SQL of whether a member accepted a payment's money although it came late, was too little or was
 * too much.
 */
const isAccepted: SQL = sql`${payment.acceptedAt} is not null`;

/**
 * SQL of a payment's earned satoshis and of its satoshis to give back, by the rule of
 * `lib/domain/earned.ts`.
 *
 * @param inBlocks SQL of the received satoshis in blocks
 * @param refunded SQL of the satoshis of the sent refunds; by default none
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

/** SQL of the number of least units in one unit of a currency, such as 100 cents. */
export const scaleOf = (currency: Currency) => sql.raw(`1${'0'.repeat(decimalsOf(currency))}`);

/** SQL of whether a payment's own price is in this currency. */
export const isPricedIn = (currency: Currency | null): SQL =>
  sql`${payment.price} ->> 'currency' = ${currency}::text`;

/**
 * SQL of the value of a payment's satoshis in the least unit of the currency, rounded half up, in
 * exact decimals. It uses the payment's own price if that is in this currency, or else the rate. It
 * is null without either, because a rate from another time would be wrong.
 *
 * @param sats SQL of the satoshis, not negative
 * @param rate SQL of the price of one bitcoin
 */
export function worthIn(currency: Currency, sats: SQL, rate: SQL): SQL {
  // A satoshi is the least unit of both bitcoin units.
  if (unitsPerBitcoin(currency)) return sql`(${sats})::numeric`;
  const scale = scaleOf(currency);
  const priceUnits = sql`trunc((${payment.price} ->> 'amount')::numeric * ${scale})`;
  return sql`case when ${isPricedIn(currency)} then
      case when (${sats}) = ${payment.amountSats} then ${priceUnits}
      else div(2 * (${sats}) * ${priceUnits} + ${payment.amountSats}, 2 * ${payment.amountSats}) end
    else round((${sats}) * (${rate})::numeric * (${scale} * 0.00000001)) end`;
}
