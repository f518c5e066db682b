import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { FirstData } from '../_data/first-data';
import { endpointQueries } from '../_data/queries';
import { Endpoints } from './_parts/endpoints';
import { endpointsUrlOf, searchOf } from './_parts/endpoints-url';

export const metadata: Metadata = { title: 'Webhook endpoints' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

/** A text search takes longer than the page, so the browser requests its results. */
export default async function EndpointsPage({ searchParams }: Props) {
  const url = await endpointsUrlOf(searchParams);
  return (
    <FirstData of={url.q === '' ? [endpointQueries.list(searchOf(url))] : []}>
      <Endpoints />
    </FirstData>
  );
}
