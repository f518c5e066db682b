import { hasPossibleThousandsMark } from '@/lib/domain/typed-number';

/**
 * Removes spaces and converts a single decimal comma to a point. A comma that may separate
 * thousands stays, so that validation rejects it.
 */
export function normalizeDecimal(text: string): string {
  const typed = text.trim().replace(/[\s\u00a0\u2009\u202f_]/g, '');
  return hasPossibleThousandsMark(typed, '.') ? typed : typed.replace(/^(\d+),(\d+)$/, '$1.$2');
}
