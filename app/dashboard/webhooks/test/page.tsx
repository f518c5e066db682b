import type { Metadata } from 'next';
import { Suspense } from 'react';
import { TestWebhook } from './_parts/test-webhook';

export const metadata: Metadata = { title: 'Test webhook' };

export default function TestWebhookPage() {
  return (
    <Suspense>
      <TestWebhook />
    </Suspense>
  );
}
