import type { SortedResult } from 'fumadocs-core/search';
import { useDocsSearch } from 'fumadocs-core/search/client';
import { useEffect } from 'react';
import { countWithNoun } from '@/lib/domain/count-with-noun';

export interface SearchHit {
  readonly url: string;
  readonly heading: string;
  readonly page: string;
  /** The text around the first match. The pieces at odd indexes are words of the query. */
  readonly excerpt: readonly string[];
}

const INDEX = '/docs/search.json';
const MAX_FOUND = 12;
const MAX_QUERY = 100;
/** More words would make the search slow. */
const MAX_WORDS = 8;

type Result = SortedResult & { readonly similar?: true };

/** Searches for all words of the query, or for similar words if nothing matches. */
export async function searchDocs(query: string): Promise<Result[]> {
  const { staticClient } = await import('fumadocs-core/search/client/orama-static');
  const shortQuery = query.slice(0, MAX_QUERY).split(/\s+/).slice(0, MAX_WORDS).join(' ');
  const find = (tolerance: number) => {
    const search = { threshold: 0, tolerance, limit: 2 * MAX_FOUND };
    return staticClient({ from: INDEX, search }).search(shortQuery);
  };
  const found = await find(0);
  if (found.length > 0) return found;
  return (await find(2)).map((result) => ({ ...result, similar: true }));
}

/**
 * Returns one hit per section. Fumadocs returns a result for each heading, and a second result if
 * the text below the heading also matches.
 */
export function toSearchHits(results: readonly SortedResult[]): SearchHit[] {
  const headings = results.filter(({ type }) => type === 'page').slice(0, MAX_FOUND);
  return headings.map(({ url, content, breadcrumbs = [] }) => ({
    url,
    heading: plain(content).replaceAll(/<\/?mark>/g, ''),
    page: String(breadcrumbs[0]),
    excerpt: excerptOf(
      plain(results.find((one) => one.type === 'text' && one.url === url)?.content ?? ''),
    ),
  }));
}

/**
 * Removes escapes from Fumadocs' Markdown but keeps the `<mark>` tags around words of the query.
 */
const plain = (markdown: string) => markdown.replace(/\\(?=[^\w\s])/g, '');

const BEFORE_MATCH = 70;
const MARK = /<\/?mark>/;

function excerptOf(text: string): string[] {
  const match = text.indexOf('<mark>');
  if (match <= BEFORE_MATCH) return text.split(MARK);
  const from = text.indexOf(' ', match - BEFORE_MATCH) + 1;
  return `…${text.slice(from)}`.split(MARK);
}

const client = { deps: [], search: searchDocs };

interface Search {
  readonly query: string;
  readonly setQuery: (query: string) => void;
  readonly found: readonly SearchHit[];
  /** A text such as "3 results"; undefined before the first search. */
  readonly summary: string | undefined;
}

/**
 * Searches whenever the user pauses while typing.
 *
 * @param first the query to begin with
 */
export function useSearch(first: string): Search {
  const { search: query, setSearch: setQuery, query: answer } = useDocsSearch({ client });
  // Setting an empty query would remove text that the user typed before hydration.
  useEffect(() => {
    if (first !== '') setQuery(first);
  }, [first, setQuery]);
  if (answer.error) {
    const summary = 'The search index did not load. Reload the page.';
    return { query, setQuery, found: [], summary };
  }
  if (!answer.data || answer.data === 'empty') {
    return { query, setQuery, found: [], summary: undefined };
  }
  const found = toSearchHits(answer.data);
  const count = countWithNoun(found.length, 'result');
  if (found.length === 0) return { query, setQuery, found, summary: 'Nothing found.' };
  const isSimilar = answer.data.some((result: Result) => result.similar);
  const summary = isSimilar ? `No exact match. ${count} for similar words` : count;
  return { query, setQuery, found, summary };
}
