import { distance } from 'fastest-levenshtein';
import { type Entry, wordsOf } from './search-docs';

/** Shorter words have too many neighbours to guess from. */
const MIN_LENGTH = 4;

/**
 * The query with each word that nothing begins with replaced by the nearest one that is written
 * somewhere.
 *
 * @returns undefined when nothing had to be replaced, or there is nothing near
 */
export function correctQuery(entries: readonly Entry[], query: string): string | undefined {
  const asked = wordsOf(query);
  const written = countWords(entries);
  const known = [...written.keys()];
  const corrected = asked.map((word) =>
    known.some((one) => one.startsWith(word)) ? word : nearest(word, written),
  );
  const whole = corrected.join(' ');
  return corrected.includes(undefined) || whole === asked.join(' ') ? undefined : whole;
}

function nearest(word: string, written: ReadonlyMap<string, number>): string | undefined {
  if (word.length < MIN_LENGTH) return undefined;
  let best: { word: string; edits: number; count: number } | undefined;
  const allowed = word.length === MIN_LENGTH ? 1 : 2;
  for (const [one, count] of written) {
    if (Math.abs(one.length - word.length) > allowed) continue;
    const edits = distance(word, one);
    if (edits > allowed) continue;
    const better = !best || edits < best.edits || (edits === best.edits && count > best.count);
    if (better) best = { word: one, edits, count };
  }
  return best?.word;
}

/** Every word of the pages, and how often it is there. */
function countWords(entries: readonly Entry[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { page, heading, text } of entries) {
    for (const word of wordsOf(`${page} ${heading} ${text}`)) {
      if (word.length >= MIN_LENGTH - 1) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return counts;
}
