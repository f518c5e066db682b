'use client';

import { useEffect, useState } from 'react';
import { counted } from '@/app/_ui/counted';
import { type Answer, searchDocs } from './search';

const PAUSE_MS = 100;

export type Search = Answer & { readonly query: string; readonly failed?: true };

/** The results for a query, after a pause in typing; undefined before the first results. */
export function useSearch(query: string): Search | undefined {
  const [search, setSearch] = useState<Search>();
  const asked = query.trim();
  useEffect(() => {
    if (asked === '') return setSearch(undefined);
    let isStale = false;
    const show = (answer: Search) => isStale || setSearch(answer);
    const timer = setTimeout(() => {
      searchDocs(asked).then(
        (answer) => show({ ...answer, query: asked }),
        () => show({ found: [], similar: false, query: asked, failed: true }),
      );
    }, PAUSE_MS);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [asked]);
  return search;
}

/** The number of results, in words. */
export function summary({ found, similar, query, failed }: Search): string {
  if (failed) return 'The search index did not load. Reload the page.';
  const count = found.length === 0 ? 'No results' : counted(found.length, 'result', 'results');
  if (!similar) return `${count} for “${query}”`;
  return `Nothing found for “${query}”.${found.length > 0 ? ` ${count} for similar words` : ''}`;
}
