import { type Currency, decimalsOf } from '@/lib/domain/currency';
import { decimalText, MAX_DIGITS } from '@/lib/domain/price';

/**
 * Reads a decimal number as a plugin sends it, a JSON string or number. It is rounded half up to
 * the digits of the currency, since shops calculate with floating-point numbers.
 *
 * @returns undefined unless it is a positive number of at most {@link MAX_DIGITS} whole digits
 */
export function readAmount(given: string | number, currency: Currency): string | undefined {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d*))?$/.exec(plainDecimal(given)) ?? [];
  if (whole === undefined) return undefined;
  const decimals = decimalsOf(currency);
  const padded = fraction.padEnd(decimals + 1, '0');
  const isUp = (padded[decimals] ?? '0') >= '5';
  const units = BigInt(whole + padded.slice(0, decimals)) + (isUp ? 1n : 0n);
  const text = decimalText(units, currency);
  return units > 0n && (text.split('.')[0] ?? '').length <= MAX_DIGITS ? text : undefined;
}

/** JavaScript writes small and large numbers with an exponent. */
function plainDecimal(given: string | number): string {
  if (typeof given === 'string') return given.trim();
  const text = String(given);
  return /e/.test(text) && Math.abs(given) < 1e21 ? given.toFixed(20) : text;
}
