import type { Metadata } from 'next';
import { PrefetchedQueries } from '../_data/prefetched-queries';
import { walletQueries } from '../_data/queries';
import { Wallets } from './_parts/wallets';

export const metadata: Metadata = { title: 'Wallets' };

export default function WalletsPage() {
  return (
    <PrefetchedQueries of={[walletQueries.list()]}>
      <Wallets />
    </PrefetchedQueries>
  );
}
