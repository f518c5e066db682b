import type { Metadata } from 'next';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { FirstData } from '../../_data/first-data';
import { keyQueries } from '../../_data/queries';
import { TestWebhook } from './_parts/test-webhook';

export const metadata: Metadata = { title: 'Test webhook' };

export default function TestWebhookPage() {
  return (
    <FirstData of={[keyQueries.list()]}>
      <NuqsAdapter>
        <TestWebhook />
      </NuqsAdapter>
    </FirstData>
  );
}
