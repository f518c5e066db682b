import type { View } from './view';

/** The price of a payment; null of one in bitcoin, which says the same as the amount. */
export function ownCurrency({ price }: View['payment']) {
  return price?.source === 'unit' ? null : price;
}
