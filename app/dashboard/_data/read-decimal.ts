import { mayBeThousands } from '@/lib/domain/typed-number';

/**
 * Returns a typed decimal number with a point. A single comma counts as the decimal point. A comma
 * that may separate thousands is not converted, so the number is refused later.
 */
export function readDecimal(text: string): string {
  const typed = text.trim().replace(/[\s\u00a0\u2009\u202f_]/g, '');
  return mayBeThousands(typed, '.') ? typed : typed.replace(/^(\d+),(\d+)$/, '$1.$2');
}
