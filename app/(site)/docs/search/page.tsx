import type { Metadata } from 'next';
import { Frame } from '../_frame/frame';
import { library } from '../_library/library';
import { findDocs, summary } from '../_search/find-docs';
import { searchIndex } from '../_search/search-index';

interface Props {
  readonly searchParams: Promise<{ readonly q?: string | readonly string[] }>;
}

export const dynamic = 'force-dynamic';

export const metadata: Metadata = { title: 'Search', robots: { index: false } };

/** Where the search leads without script. */
export default async function SearchPage({ searchParams }: Props) {
  const query = [(await searchParams).q ?? ''].flat()[0] ?? '';
  const all = await library();
  const answer = findDocs(searchIndex(all), query);
  return (
    <Frame library={all} current="/docs/search">
      <h1 className="text-display-phone">Search</h1>
      <p className="mt-4 text-body text-ink-2">
        {summary(answer, query)}.
        {answer.found.length === 0 && ' Try fewer words, or only how one begins.'}
      </p>
      <ul className="mt-6 max-w-reading">
        {answer.found.map(({ path, page, heading, excerpt }) => (
          <li key={path} className="border-t py-4">
            <a
              href={path}
              className="rounded-badge text-accent text-section underline underline-offset-2"
            >
              {heading}
            </a>
            {page !== heading && <span className="text-ink-3"> · {page}</span>}
            <p className="mt-1 text-ink-2 wrap-anywhere">{excerpt}</p>
          </li>
        ))}
      </ul>
    </Frame>
  );
}
