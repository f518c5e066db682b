'use client';

import { FoundList } from './found-list';
import { summary, useSearch } from './use-search';

/** The results page for the query in the URL. */
export function SearchResults({ query }: { query: string }) {
  const search = useSearch(query);
  return (
    <>
      <p role="status" className="mt-4 text-body text-ink-2">
        {search && `${summary(search)}.`.replace(/\.\.$/, '.')}
      </p>
      <div className="mt-6 max-w-reading">
        <FoundList
          found={search?.found ?? []}
          linkClassName="-mx-3 block rounded-control px-3 py-3 hover:bg-sunken"
        />
      </div>
    </>
  );
}
