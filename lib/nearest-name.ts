import { closest, distance } from 'fastest-levenshtein';

/**
 * A known name, and the number of letters of a word that must be added, left out or changed to get
 * it.
 */
interface NearName {
  readonly name: string;
  readonly edits: number;
}

/** Returns the known name that is nearest to a word; undefined when no name is known. */
export function nearestName(word: string, known: readonly string[]): NearName | undefined {
  if (known.length === 0) return undefined;
  const name = closest(word, known);
  return { name, edits: distance(word, name) };
}
