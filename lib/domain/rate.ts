const SCALE = 8;
const ONE = 10n ** BigInt(SCALE);
/** Even in the smallest currency, a bitcoin's price has far fewer digits. */
const MAX_DIGITS = 20;

declare const rate: unique symbol;

/** The price of one bitcoin, in units of 10⁻⁸ of a currency; always positive. */
export type Rate = bigint & { readonly [rate]: true };

/**
 * Reads a rate from an exchange's response. Decimals after the eighth are cut off.
 *
 * @returns undefined unless the value is a positive decimal number without sign or exponent
 */
export function parseRate(given: string | number): Rate | undefined {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(String(given)) ?? [];
  if (whole === '' || whole.length > MAX_DIGITS) return undefined;
  const value = BigInt(whole + fraction.slice(0, SCALE).padEnd(SCALE, '0'));
  return value > 0n ? (value as Rate) : undefined;
}

export function rateText(value: Rate): string {
  const fraction = (value % ONE).toString().padStart(SCALE, '0').replace(/0+$/, '');
  return fraction === '' ? `${value / ONE}` : `${value / ONE}.${fraction}`;
}

/**
 * Returns the price of a bitcoin in C from its price in B and the price of one B in C; undefined if
 * it rounds to 0.
 */
export function crossRate(bitcoinInB: Rate, bInC: Rate): Rate | undefined {
  return orNone((bitcoinInB * bInC) / ONE);
}

/** Returns the price of one C in B from the price of one B in C; undefined if it rounds to 0. */
export function inverseRate(bInC: Rate): Rate | undefined {
  return orNone((ONE * ONE) / bInC);
}

/** Returns the price per bitcoin if `bitcoins` cost `units`, rounded down; undefined if it is 0. */
export function ratePerBitcoin(units: bigint, bitcoins: bigint): Rate | undefined {
  return orNone((units * ONE) / bitcoins);
}

/** The rate of one unit per bitcoin. */
export const RATE_SCALE_FACTOR = ONE;

function orNone(value: bigint): Rate | undefined {
  return value > 0n ? (value as Rate) : undefined;
}
