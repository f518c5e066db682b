import type { Metadata } from 'next';
import { DocsFrame } from '../_site/docs-frame';
import { SearchResults } from '../_site/search-hit-list';

interface Props {
  readonly searchParams: Promise<{ readonly q?: string | readonly string[] }>;
}

export const dynamic = 'force-dynamic';

export const metadata: Metadata = { title: 'Search', robots: { index: false } };

/** Enter in the search box opens this page. The browser searches, not the server. */
export default async function SearchPage({ searchParams }: Props) {
  const query = [(await searchParams).q ?? ''].flat()[0] ?? '';
  return (
    <DocsFrame current="/docs/search" query={query}>
      <h1 className="text-display-phone">Search</h1>
      <noscript>
        <p className="mt-4 text-body text-ink-2">
          The search runs in your browser and needs JavaScript. Without it, pick a page from the
          list, or search <a href="/docs/api">the API on one page</a> with your browser’s own
          search.
        </p>
      </noscript>
      <SearchResults query={query} />
    </DocsFrame>
  );
}
