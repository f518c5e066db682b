import { MAX_SATS } from '@/lib/domain/sats';

/**
 * Parses whole satoshis, with or without gaps between digits; undefined for any other text. Rejects
 * points and commas, because they may separate thousands or decimals.
 */
export function parseTypedSats(text: string): number | undefined {
  const digits = text.trim().replace(/[\s\u00a0\u2009\u202f_]/g, '');
  if (!/^\d{1,16}$/.test(digits)) return undefined;
  const sats = Number(digits);
  return sats <= MAX_SATS ? sats : undefined;
}
