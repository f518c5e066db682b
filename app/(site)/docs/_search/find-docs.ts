import { correctQuery } from './correct-query';
import { type Entry, type Found, searchDocs } from './search-docs';

export interface Answer {
  readonly found: readonly Found[];
  /** What was looked for in place of a query that finds nothing. */
  readonly corrected?: string;
}

/** Looks for a query, and for what was meant by it when it is misspelt. */
export function findDocs(entries: readonly Entry[], query: string): Answer {
  const found = searchDocs(entries, query);
  const corrected = found.length === 0 ? correctQuery(entries, query) : undefined;
  if (corrected === undefined) return { found };
  const meant = searchDocs(entries, corrected);
  return meant.length === 0 ? { found } : { found: meant, corrected };
}

/** How much was found, and for what. */
export function summary({ found, corrected }: Answer, query: string): string {
  const count = found.length === 1 ? '1 result' : `${found.length || 'No'} results`;
  return corrected === undefined
    ? `${count} for “${query}”`
    : `Nothing found for “${query}”. ${count} for “${corrected}”`;
}
