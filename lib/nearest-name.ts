import { closest, distance } from 'fastest-levenshtein';

/** A known name, and how many letters differ between it and a word. */
interface NearName {
  readonly name: string;
  readonly edits: number;
}

export function nearestName(word: string, known: readonly string[]): NearName | undefined {
  if (known.length === 0) return undefined;
  const name = closest(word, known);
  return { name, edits: distance(word, name) };
}
