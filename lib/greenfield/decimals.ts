import { type Currency, decimalsOf } from '@/lib/domain/currency';
import { decimalText, MAX_PRICE_WHOLE_DIGITS } from '@/lib/domain/price';

/**
 * Reads an amount from a plugin and rounds it half up to the currency's decimals, because shops
 * calculate with floating-point numbers.
 *
 * @returns decimal text; undefined unless the amount is positive and has at most {@link MAX_PRICE_WHOLE_DIGITS}
 *  whole digits
 */
export function parseAmount(given: string | number, currency: Currency): string | undefined {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d*))?$/.exec(plainDecimal(given)) ?? [];
  if (whole === undefined) return undefined;
  const decimals = decimalsOf(currency);
  const padded = fraction.padEnd(decimals + 1, '0');
  const isUp = (padded[decimals] ?? '0') >= '5';
  const units = BigInt(whole + padded.slice(0, decimals)) + (isUp ? 1n : 0n);
  const text = decimalText(units, currency);
  return units > 0n && (text.split('.')[0] ?? '').length <= MAX_PRICE_WHOLE_DIGITS
    ? text
    : undefined;
}

/** Avoids the exponent with which JavaScript writes very small numbers. */
function plainDecimal(given: string | number): string {
  if (typeof given === 'string') return given.trim();
  const text = String(given);
  return /e/.test(text) && Math.abs(given) < 1e21 ? given.toFixed(20) : text;
}
