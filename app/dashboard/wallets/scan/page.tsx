import type { Metadata } from 'next';
import { PrefetchedQueries } from '../../_data/prefetched-queries';
import { keyQueries } from '../../_data/queries';
import { AddWallet } from '../_parts/add-wallet';

export const metadata: Metadata = { title: 'Scan wallet' };

/** The add-wallet form with a camera. Only this page may use a camera (proxy.ts). */
export default function ScanWalletPage() {
  return (
    <PrefetchedQueries of={[keyQueries.list()]}>
      <AddWallet camera />
    </PrefetchedQueries>
  );
}
