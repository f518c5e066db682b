import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { FirstData } from '../_data/first-data';
import { deliveryQueries, keyQueries } from '../_data/queries';
import { Deliveries } from './_parts/deliveries';
import { deliveryUrlOf, searchOf } from './_parts/delivery-url';

export const metadata: Metadata = { title: 'Webhook deliveries' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

/** A text search takes longer than the page, so the browser requests its results. */
export default async function DeliveriesPage({ searchParams }: Props) {
  const url = await deliveryUrlOf(searchParams);
  const list = url.q === '' ? [deliveryQueries.list(searchOf(url))] : [];
  const open = url.open ? [deliveryQueries.detail(url.open)] : [];
  return (
    <FirstData of={[keyQueries.list(), ...list, ...open]}>
      <Deliveries />
    </FirstData>
  );
}
