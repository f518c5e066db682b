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
