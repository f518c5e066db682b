import type { Metadata } from 'next';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import type { SearchParams } from 'nuqs/server';
import { PrefetchedQueries } from '../_data/prefetched-queries';
import { deliveryQueries, endpointQueries, keyQueries } from '../_data/queries';
import { deliveryListSearch, deliveryUrlOf } from './_deliveries/delivery-url';
import { endpointSearch, endpointsUrlOf } from './_parts/endpoints-url';
import { Webhooks } from './_parts/webhooks';

export const metadata: Metadata = { title: 'Webhooks' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

/** A text search would delay the page, so the browser requests its results. */
export default async function WebhooksPage({ searchParams }: Props) {
  const url = await deliveryUrlOf(searchParams);
  const endpoints = await endpointsUrlOf(searchParams);
  return (
    <PrefetchedQueries
      of={[
        keyQueries.list(),
        ...(endpoints.url === '' ? [endpointQueries.list(endpointSearch(endpoints))] : []),
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
