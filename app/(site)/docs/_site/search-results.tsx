'use client';

import { FoundList } from './found-list';
import { summary, useSearch } from './use-search';

/** What is found for the query of the address, on a page of its own. */
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
