'use client';

import { type SearchHit, useSearch } from './search';

interface Props {
  readonly found: readonly SearchHit[];
  readonly linkClassName: string;
}

export function SearchHitList({ found, linkClassName }: Props) {
  return (
    <ul>
      {found.map(({ url, heading, page, excerpt }) => (
        <li key={url}>
          <a href={url} className={linkClassName}>
            <span className="font-medium">{heading}</span>
            {page !== heading && <span className="text-ink-3"> · {page}</span>}
            <span className="line-clamp-2 text-ink-2 text-small wrap-anywhere">
              {excerpt.map((piece, at) =>
                at % 2 === 0 ? (
                  piece
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a text that never changes
                  <mark key={at} className="bg-transparent font-semibold text-ink">
                    {piece}
                  </mark>
                ),
              )}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

export function SearchResults({ query }: { query: string }) {
  const { found, summary } = useSearch(query);
  return (
    <>
      <p role="status" className="mt-4 text-body text-ink-2">
        {summary}
      </p>
      <div className="mt-6 max-w-reading">
        <SearchHitList
          found={found}
          linkClassName="-mx-3 block rounded-control px-3 py-3 hover:bg-sunken"
        />
      </div>
    </>
  );
}
