import { type Currency, decimalsOf } from '@/lib/domain/currency';
import { decimalText, MAX_DIGITS } from '@/lib/domain/price';

/**
 * Reads an amount, which plugins send as a JSON string or number. The amount is rounded half up to
 * the decimals of the currency, because shops calculate with floating-point numbers.
 *
 * @returns the amount as text; undefined unless it is positive and has at most {@link MAX_DIGITS}
 *   whole digits
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

/** Returns a number as text. JavaScript would write a very small number with an exponent. */
function plainDecimal(given: string | number): string {
  if (typeof given === 'string') return given.trim();
  const text = String(given);
  return /e/.test(text) && Math.abs(given) < 1e21 ? given.toFixed(20) : text;
}
