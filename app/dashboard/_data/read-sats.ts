import { MAX_SATS } from '@/lib/domain/sats';

/**
 * Returns the whole satoshis in a typed text, whose groups of digits may have gaps; undefined for
 * any other text. A point or a comma is refused, because it separates thousands for some users and
 * decimals for others.
 */
export function readSats(text: string): number | undefined {
  const digits = text.trim().replace(/[\s\u00a0\u2009\u202f_]/g, '');
  if (!/^\d{1,16}$/.test(digits)) return undefined;
  const sats = Number(digits);
  return sats <= MAX_SATS ? sats : undefined;
}
