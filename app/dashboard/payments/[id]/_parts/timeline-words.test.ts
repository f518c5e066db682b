import { expect, test } from 'vitest';
import type { PaymentDetailAnswer } from '@/lib/http/payments/payment-detail-answer';
import type { TimelineEntryAnswer } from '@/lib/http/payments/timeline-answer';
import { wordingOf } from './timeline-words';

type Attempt = Extract<TimelineEntryAnswer, { kind: 'attempt' }>;

const textOf = (attempt: Partial<Attempt>) => {
  const { tone, title } = wordingOf(
    {
      kind: 'attempt',
      at: '2026-03-01T00:00:00.000Z',
      delivery_id: 'dlv_a',
      event_type: 'payment.detected',
      number: 1,
      outcome: 'failed',
      response_status: null,
      error: null,
      total_ms: null,
      ...attempt,
    },
    {} as PaymentDetailAnswer,
  );
  return [tone, title];
};

test('an attempt whose sender crashed is not shown as in flight', () => {
  expect(textOf({ outcome: 'running' })).toEqual(['pending', 'Webhook payment.detected: sending']);
  expect(textOf({ outcome: 'unknown' })).toEqual([
    'idle',
    'Webhook payment.detected: outcome unknown',
  ]);
});

test('a completed attempt is shown with its response', () => {
  expect(textOf({ outcome: 'delivered', response_status: 204 })).toEqual([
    'confirmed',
    'Webhook payment.detected: HTTP 204',
  ]);
  expect(textOf({ error: 'x' })).toEqual(['failed', 'Webhook payment.detected: no response']);
});

const event = (at: string, url: string | null) =>
  ({ kind: 'event', at, event_type: 'payment.confirmed', url }) as const;

test.each([
  ['again after a reorg', 'https://shop.example', /^Not sent again: .* payment.reverted/],
  ['for the first time, without the key’s choice', null, /has not chosen this event/],
])('an event that was not sent says why: %s', (_when, earlierUrl, why) => {
  const [first, second] = [event('2026-03-01', earlierUrl), event('2026-03-02', null)];
  const payment = { webhook_url: 'https://shop.example' };
  const detail = { payment, timeline: [first, second] } as unknown as PaymentDetailAnswer;
  expect(wordingOf(second, detail).body).toMatch(why);
});
