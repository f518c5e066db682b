import type { Metadata } from 'next';
import { PLUGINS } from '@/lib/greenfield/plugins';
import { PrefetchedQueries } from '../_data/prefetched-queries';
import { shopQueries } from '../_data/queries';
import { Shops } from './_parts/shops';

export const metadata: Metadata = { title: 'Connect a shop' };

export default function ShopsPage() {
  const plugins = PLUGINS.map(({ id, name, about, how }) => ({ id, name, about, how }));
  return (
    <PrefetchedQueries of={[shopQueries.list()]}>
      <Shops plugins={plugins} />
    </PrefetchedQueries>
  );
}
