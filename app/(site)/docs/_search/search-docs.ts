/** A part of a page that can be found: from a heading to the next. */
export interface Entry {
  /** With the anchor. */
  readonly path: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
}

export interface Found extends Entry {
  /** The words around the first place that fits. */
  readonly excerpt: string;
}

const MAX_FOUND = 12;
const AROUND = 70;

/** Parts that have every word asked for, the best first. A word fits at the beginning of another. */
export function searchDocs(entries: readonly Entry[], query: string): Found[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_FOUND)
    .map(({ entry }) => ({ ...entry, excerpt: excerptOf(entry.text, words) }));
}

/** The words of a text, in small letters. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u)
    .filter(Boolean);
}

function scoreOf({ page, heading, text }: Entry, words: readonly string[]): number {
  let sum = 0;
  for (const word of words) {
    const score = fits(heading, word) * 8 + fits(page, word) * 4 + Math.min(fits(text, word), 3);
    if (score === 0) return 0;
    sum += score;
  }
  return sum;
}

/** How often a word begins in a text; a whole word counts twice. */
function fits(text: string, word: string): number {
  const lower = text.toLowerCase();
  let count = 0;
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
    if (isWordAt(lower, at - 1)) continue;
    count += isWordAt(lower, at + word.length) ? 1 : 2;
  }
  return count;
}

const isWordAt = (text: string, at: number) => /[\p{L}\p{N}]/u.test(text.charAt(at));

function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const [at = 0] = words
    .map((word) => lower.indexOf(word))
    .filter((place) => place >= 0)
    .sort((a, b) => a - b);
  // From the beginning of a word to the end of one.
  const from = at <= AROUND ? 0 : text.indexOf(' ', at - AROUND) + 1;
  const end = text.lastIndexOf(' ', at + AROUND * 2);
  const to = text.length <= at + AROUND * 2 || end < at ? text.length : end;
  return `${from > 0 ? '…' : ''}${text.slice(from, to).trim()}${to < text.length ? '…' : ''}`;
}
