declare const sats: unique symbol;

/** A whole number from 0 to {@link MAX_SATS}. */
export type Sats = number & { readonly [sats]: true };

/** All bitcoin that can ever exist, in satoshis: MAX_MONEY of the consensus rules. */
export const MAX_SATS = 2_100_000_000_000_000;

/** @throws RangeError unless the value is a whole number from 0 to MAX_SATS */
export function toSats(value: number | bigint): Sats {
  const amount = Number(value);
  if (!Number.isSafeInteger(amount) || amount < 0 || amount > MAX_SATS) {
    throw new RangeError('an amount of satoshis is a whole number from 0 to 2100000000000000');
  }
  return amount as Sats;
}
