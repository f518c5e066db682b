import { type Currency, decimalsOf, unitsPerBitcoin } from './currency';
import { parseRate, RATE_SCALE_FACTOR, type Rate, ratePerBitcoin, rateText } from './rate';
import { MAX_SATS, type Sats, toSats } from './sats';

const SATS_PER_BITCOIN = 100_000_000n;
const PPM = 1_000_000n;
/** Maximum digits before the decimal point. */
export const MAX_PRICE_WHOLE_DIGITS = 15;

export interface PriceRequest {
  readonly amount: string;
  readonly currency: Currency;
}

/**
 * A price and its conversion to satoshis, fixed when the payment is created. The payment's status
 * does not depend on it.
 */
export interface Price extends PriceRequest {
  /** The price of one bitcoin, as a decimal number. */
  readonly rate: string;
  /** Names of exchanges, `fixed`, `unit` for BTC and SATS, or `shop`. */
  readonly source: string;
  /** The time of the oldest quote behind the rate (RFC 3339). */
  readonly quotedAt: string;
  /** The surcharge on the satoshis, in parts per million. */
  readonly spreadPpm: number;
}

/**
 * Returns an amount in the least unit of its currency, such as cents.
 *
 * @returns undefined unless the amount is a positive decimal number with at most the currency's
 *   decimals
 */
export function minorUnits({ amount, currency }: PriceRequest): bigint | undefined {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  const decimals = decimalsOf(currency);
  if (whole === '' || whole.length > MAX_PRICE_WHOLE_DIGITS || fraction.length > decimals)
    return undefined;
  const units = BigInt(whole + fraction.padEnd(decimals, '0'));
  return units > 0n ? units : undefined;
}

/** Converts an amount in the least unit of a currency to a decimal number. */
export function decimalText(units: bigint, currency: Currency): string {
  const decimals = decimalsOf(currency);
  const sign = units < 0n ? '-' : '';
  const digits = `${units < 0n ? -units : units}`.padStart(decimals + 1, '0');
  const whole = digits.length - decimals;
  const rest = decimals === 0 ? '' : `.${digits.slice(whole)}`;
  return `${sign}${digits.slice(0, whole)}${rest}`;
}

/**
 * Returns the price of a part of the satoshis: ceil(price × part ÷ whole).
 *
 * @param part at least 1
 */
export function priceOfPart(
  { amount, currency }: PriceRequest,
  part: Sats,
  whole: Sats,
): PriceRequest {
  const units = minorUnits({ amount, currency }) ?? 0n;
  const scaled = units * BigInt(part);
  const ofPart = (scaled + BigInt(whole) - 1n) / BigInt(whole);
  return { amount: decimalText(ofPart, currency), currency };
}

/**
 * Returns the price of the received satoshis, rounded down. With the {@link priceOfPart} of the
 * missing satoshis, it adds up to the whole price.
 */
export function priceOfReceived(
  { amount, currency }: PriceRequest,
  received: Sats,
  whole: Sats,
): PriceRequest {
  const units = minorUnits({ amount, currency }) ?? 0n;
  const ofReceived = (units * BigInt(received)) / BigInt(whole);
  return { amount: decimalText(ofReceived, currency), currency };
}

/**
 * Returns the satoshis for an amount: ceil(amount ÷ rate × (1 + spread)), computed in integers.
 *
 * @param units the amount in the least unit of the currency
 * @returns undefined if the result exceeds all bitcoin that can exist
 */
export function priceToSats(
  units: bigint,
  currency: Currency,
  rate: Rate,
  spreadPpm: number,
): Sats | undefined {
  const scaled = units * SATS_PER_BITCOIN * RATE_SCALE_FACTOR * (PPM + BigInt(spreadPpm));
  const divisor = 10n ** BigInt(decimalsOf(currency)) * rate * PPM;
  const sats = (scaled + divisor - 1n) / divisor;
  return sats > BigInt(MAX_SATS) ? undefined : toSats(sats);
}

/** Returns the price of one bitcoin after the spread, rounded down to 10⁻⁸ of the currency. */
export function rateAfterSpread({ rate, spreadPpm }: Price): string {
  const found = parseRate(rate);
  const applied =
    found && ratePerBitcoin(found * PPM, RATE_SCALE_FACTOR * (PPM + BigInt(spreadPpm)));
  return applied ? rateText(applied) : rate;
}

/** Returns the rate of BTC or SATS, which need no exchange; undefined for other currencies. */
export function unitRate(currency: Currency): Rate | undefined {
  const units = unitsPerBitcoin(currency);
  return units === undefined ? undefined : ratePerBitcoin(units, 1n);
}

/** Returns the price when the shop has set both the price and the satoshis. */
export function priceSetByShop(request: PriceRequest, sats: Sats, now: Date): Price {
  const units = (minorUnits(request) ?? 0n) * SATS_PER_BITCOIN;
  const rate = ratePerBitcoin(units, BigInt(sats) * 10n ** BigInt(decimalsOf(request.currency)));
  return {
    ...request,
    rate: rate ? rateText(rate) : '0',
    source: 'shop',
    quotedAt: now.toISOString(),
    spreadPpm: 0,
  };
}
