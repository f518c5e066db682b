import type { Metadata } from 'next';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import type { SearchParams } from 'nuqs/server';
import { PrefetchedQueries } from '../_data/prefetched-queries';
import { apiRequestQueries, keyQueries } from '../_data/queries';
import { Requests } from './_parts/requests';
import { loadRequestsUrl, requestListSearch } from './_parts/requests-url';

export const metadata: Metadata = { title: 'Requests' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function RequestsPage({ searchParams }: Props) {
  const url = await loadRequestsUrl(searchParams);
  const shown = url.request
    ? apiRequestQueries.detail(url.request)
    : apiRequestQueries.list(requestListSearch(url));
  return (
    <PrefetchedQueries of={[keyQueries.list(), shown]}>
      <NuqsAdapter>
        <Requests />
      </NuqsAdapter>
    </PrefetchedQueries>
  );
}
