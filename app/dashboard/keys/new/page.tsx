import type { Metadata } from 'next';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { PrefetchedQueries } from '../../_data/prefetched-queries';
import { keyQueries, walletQueries } from '../../_data/queries';
import { CreateKey } from '../_parts/create-key';

export const metadata: Metadata = { title: 'Create API key' };

export default function CreateKeyPage() {
  return (
    <PrefetchedQueries of={[keyQueries.list(), walletQueries.list()]}>
      <NuqsAdapter>
        <CreateKey />
      </NuqsAdapter>
    </PrefetchedQueries>
  );
}
