import type { Metadata } from 'next';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { PrefetchedQueries } from '../../_data/prefetched-queries';
import { keyQueries } from '../../_data/queries';
import { TestWebhook } from './_parts/test-webhook';

export const metadata: Metadata = { title: 'Test webhook' };

export default function TestWebhookPage() {
  return (
    <PrefetchedQueries of={[keyQueries.list()]}>
      <NuqsAdapter>
        <TestWebhook />
      </NuqsAdapter>
    </PrefetchedQueries>
  );
}
