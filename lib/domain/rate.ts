/** Number of digits after the point of a rate. */
const SCALE = 8;
const ONE = 10n ** BigInt(SCALE);
/** Maximum digits of a rate: even the smallest currency's price of a bitcoin has far fewer. */
const MAX_DIGITS = 20;

declare const rate: unique symbol;

/** The price of one bitcoin, in 10⁻⁸ of a currency's unit: positive. */
export type Rate = bigint & { readonly [rate]: true };

/**
 * Reads a rate from an exchange's response. Further digits are cut off.
 *
 * @returns undefined for any text that is not a positive decimal number: zero, a sign, an exponent,
 * NaN
 */
export function parseRate(given: string | number): Rate | undefined {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(String(given)) ?? [];
  if (whole === '' || whole.length > MAX_DIGITS) return undefined;
  const value = BigInt(whole + fraction.slice(0, SCALE).padEnd(SCALE, '0'));
  return value > 0n ? (value as Rate) : undefined;
}

/** Returns the rate as a decimal number without trailing zeros. */
export function rateText(value: Rate): string {
  const fraction = (value % ONE).toString().padStart(SCALE, '0').replace(/0+$/, '');
  return fraction === '' ? `${value / ONE}` : `${value / ONE}.${fraction}`;
}

/**
 * Returns the price of a bitcoin in C, from its price in B and the price of one B in C; undefined
 * if it rounds to 0.
 */
export function crossRate(bitcoinInB: Rate, bInC: Rate): Rate | undefined {
  return orNone((bitcoinInB * bInC) / ONE);
}

/** Returns the price of one C in B, from the price of one B in C; undefined if it rounds to 0. */
export function inverseRate(bInC: Rate): Rate | undefined {
  return orNone((ONE * ONE) / bInC);
}

/** Returns `units / bitcoins` as a rate, rounded down; undefined if it rounds to 0. */
export function rateOf(units: bigint, bitcoins: bigint): Rate | undefined {
  return orNone((units * ONE) / bitcoins);
}

/** The factor between a rate, which counts in 10⁻⁸, and a number of units. */
export const RATE_ONE = ONE;

function orNone(value: bigint): Rate | undefined {
  return value > 0n ? (value as Rate) : undefined;
}
