import { closest, distance } from 'fastest-levenshtein';

/**
 * The known name that a word was probably meant to be.
 *
 * @param limit the most letters that may be added, left out or changed
 * @returns undefined when none is that near, or the word itself is known
 */
export function nearestName(
  word: string,
  known: readonly string[],
  limit: number,
): string | undefined {
  if (known.length === 0 || known.includes(word)) return undefined;
  const nearest = closest(word, known);
  return distance(word, nearest) <= limit ? nearest : undefined;
}
