import type { View } from './view';

/** The price of a payment; null for a price in bitcoin, which repeats the amount. */
export function ownCurrency({ price }: View['payment']) {
  return price?.source === 'unit' ? null : price;
}
