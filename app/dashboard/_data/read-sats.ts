import { MAX_SATS } from '@/lib/domain/sats';

/**
 * Whole satoshis as users type them: digits, with or without gaps between groups. A point or a comma
 * is refused, since it separates thousands for some users and decimals for others.
 */
export function readSats(text: string): number | undefined {
  const digits = text.trim().replace(/[\s\u00a0\u2009\u202f_]/g, '');
  if (!/^\d{1,16}$/.test(digits)) return undefined;
  const sats = Number(digits);
  return sats <= MAX_SATS ? sats : undefined;
}
