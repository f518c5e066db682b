import { expect, test } from 'vitest';
import type { PaymentDetailResponse } from '@/lib/http/payments/payment-detail-response';
import { describeTimelineEntry } from './timeline-words';

const event = (at: string, url: string | null) =>
  ({ kind: 'event', at, event_type: 'payment.confirmed', url }) as const;

test.each([
  [
    'again after a reorg',
    'https://shop.example',
    'delivered',
    /^Not sent again, because your shop was notified/,
  ],
  [
    'again, while the first is not delivered',
    'https://shop.example',
    'failed',
    /is still undelivered/,
  ],
  [
    'for the first time, without the key’s choice',
    null,
    'delivered',
    /is not selected for the API key/,
  ],
])('the timeline states why an event was not sent: %s', (_when, earlierUrl, status, why) => {
  const [first, second] = [event('2026-03-01', earlierUrl), event('2026-03-02', null)];
  const payment = { webhook_url: 'https://shop.example' };
  const deliveries = [{ event_type: 'payment.confirmed', status }];
  const detail = { payment, deliveries, timeline: [first, second] };
  expect(describeTimelineEntry(second, detail as unknown as PaymentDetailResponse).body).toMatch(
    why,
  );
});
