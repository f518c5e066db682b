import type { Metadata } from 'next';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import type { SearchParams } from 'nuqs/server';
import { PrefetchedQueries } from '../_data/prefetched-queries';
import { deliveryQueries, endpointQueries, keyQueries } from '../_data/queries';
import { deliveryListSearch, loadDeliveryUrl } from './_deliveries/delivery-url';
import { endpointListSearch, loadEndpointsUrl } from './_parts/endpoints-url';
import { Webhooks } from './_parts/webhooks';

export const metadata: Metadata = { title: 'Webhooks' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

/** A text search would delay the page, so the browser requests its results. */
export default async function WebhooksPage({ searchParams }: Props) {
  const url = await loadDeliveryUrl(searchParams);
  const endpoints = await loadEndpointsUrl(searchParams);
  return (
    <PrefetchedQueries
      of={[
        keyQueries.list(),
        ...(endpoints.url === '' ? [endpointQueries.list(endpointListSearch(endpoints))] : []),
        ...(url.q === '' ? [deliveryQueries.list(deliveryListSearch(url))] : []),
        ...(url.open ? [deliveryQueries.detail(url.open)] : []),
      ]}
    >
      <NuqsAdapter>
        <Webhooks />
      </NuqsAdapter>
    </PrefetchedQueries>
  );
}
