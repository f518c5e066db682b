import type { Metadata } from 'next';
import { PrefetchedQueries } from '../../_data/prefetched-queries';
import { keyQueries } from '../../_data/queries';
import { AddWallet } from '../_parts/add-wallet';

export const metadata: Metadata = { title: 'Add wallet' };

export default function AddWalletPage() {
  return (
    <PrefetchedQueries of={[keyQueries.list()]}>
      <AddWallet />
    </PrefetchedQueries>
  );
}
