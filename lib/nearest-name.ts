import { closest, distance } from 'fastest-levenshtein';

/**
 * A known name, and its distance from a word: the number of letters that must be added, removed or
 * changed.
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
