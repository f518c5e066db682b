import { isOneLine } from './one-line';

/** The shop's own data about a payment, under names that it chooses. */
export type Metadata = Readonly<Record<string, string>>;

export const METADATA_LIMITS = {
  entries: 20,
  /** Maximum code points of a name and of a value. */
  name: 40,
  value: 500,
  /** Maximum bytes of all metadata as JSON in UTF-8, without white space. */
  bytes: 4_096,
} as const;

/** Returns what is wrong, as a sentence without a period; undefined if nothing is. */
export function metadataFault(given: unknown): string | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return 'Must be an object of strings';
  }
  const { entries: maxEntries, name: longestName, value: longestValue, bytes } = METADATA_LIMITS;
  const entries = Object.entries(given);
  if (entries.length > maxEntries) return `Must have at most ${maxEntries} entries`;
  for (const [name, value] of entries) {
    if (!isLine(name, 1, longestName)) {
      return `Must have names of 1 to ${longestName} characters without control characters`;
    }
    if (!isLine(value, 0, longestValue)) {
      return `Must have strings of at most ${longestValue} characters without control characters as values: check "${name}"`;
    }
  }
  const size = new TextEncoder().encode(JSON.stringify(given)).length;
  return size > bytes ? `Must take at most ${bytes} bytes as JSON, and takes ${size}` : undefined;
}

function isLine(text: unknown, shortest: number, longest: number): boolean {
  if (typeof text !== 'string' || !isOneLine(text)) return false;
  const { length } = [...text];
  return length >= shortest && length <= longest;
}

/** Longer words are indexed by their beginning, because PostgreSQL accepts at most 2,046 bytes. */
const MAX_WORD = 64;

/** Returns a text's distinct search words: runs of letters and digits, in lower case. */
export function toSearchWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => [...word].slice(0, MAX_WORD).join('')))];
}
