declare const sats: unique symbol;

/** A whole number of satoshis, from 0 to {@link MAX_SATS}. */
export type Sats = number & { readonly [sats]: true };

/** The maximum of bitcoin that can ever exist, in satoshis: MAX_MONEY of the consensus rules. */
export const MAX_SATS = 2_100_000_000_000_000;

/**
 * Returns a number as satoshis. @throws RangeError unless it is a whole number from 0 to MAX_SATS
 */
export function toSats(value: number | bigint): Sats {
  const amount = Number(value);
  if (!Number.isSafeInteger(amount) || amount < 0 || amount > MAX_SATS) {
    throw new RangeError('an amount of satoshis is a whole number from 0 to 2100000000000000');
  }
  return amount as Sats;
}
