import type { Currency } from '@/lib/domain/currency';
import { formatSats } from '@/lib/domain/format-sats';
import { money } from '@/lib/domain/money';
import { type PriceRequest, priceOfPart, priceOfReceived } from '@/lib/domain/price';
import { toSats } from '@/lib/domain/sats';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';

export type PaymentAmounts = Pick<PaymentResponse, 'amount_sats' | 'received_sats' | 'price'>;

export interface AmountWithPrice {
  readonly sats: number;
  /** In the currency of the payment's price; null for a payment requested in satoshis. */
  readonly price: PriceRequest | null;
}

export const requestedAmountOf = ({
  amount_sats: sats,
  price,
}: PaymentAmounts): AmountWithPrice => ({
  sats,
  price: price && priceOf(price),
});

/**
 * Returns the received amount. In the price's currency, the received and the missing amount add up
 * to the price.
 */
export const receivedAmount = (priced: PaymentAmounts) =>
  toAmountWithPrice(priced, priced.received_sats);

/** Returns the amount that a follow-up payment would request; undefined if nothing is missing. */
export function missingAmount({ amount_sats, received_sats, price }: PaymentAmounts) {
  if (received_sats >= amount_sats) return undefined;
  const [missing, amount] = [toSats(amount_sats - received_sats), toSats(amount_sats)];
  return { sats: missing, price: price && priceOfPart(priceOf(price), missing, amount) };
}

/**
 * Converts a part of the payment's satoshis to the currency of the payment's price, rounded down.
 */
export function toAmountWithPrice(
  { amount_sats, price }: PaymentAmounts,
  part: number,
): AmountWithPrice {
  const [sats, amount] = [toSats(part), toSats(amount_sats)];
  return { sats, price: price && priceOfReceived(priceOf(price), sats, amount) };
}

export function overpaidAmount(priced: PaymentAmounts): AmountWithPrice {
  return toAmountWithPrice(priced, Math.max(0, priced.received_sats - priced.amount_sats));
}

/** Returns "€32.67", or "38 890 sat" for a payment without a price. */
export function amountWithPriceText({ sats, price }: AmountWithPrice): string {
  return price ? money(price.amount, price.currency, 'en') : formatSats(sats);
}

const priceOf = ({ amount, currency }: NonNullable<PaymentAmounts['price']>): PriceRequest => ({
  amount,
  currency: currency as Currency,
});
