import { expect, test } from 'vitest';
import { attemptsSummary, deliveryWording } from './delivery-entry';
import type { Attempt } from './group-attempts';

const attempt = (given: Partial<Attempt>): Attempt => ({
  kind: 'attempt',
  at: '2026-03-01T00:00:00.000Z',
  delivery_id: 'dlv_a',
  event_type: 'payment.detected',
  number: 1,
  outcome: 'failed',
  response_status: null,
  error: null,
  total_ms: null,
  ...given,
});

test('if all attempts got the same response, their summary names it, and otherwise the last attempt’s outcome', () => {
  const refused = attempt({ response_status: 401 });
  expect(attemptsSummary([refused, refused])).toBe('2 attempts, each got HTTP 401.');
  expect(attemptsSummary([attempt({}), attempt({})])).toBe('2 attempts, none got a response.');
  const unknown = attempt({ outcome: 'unknown' });
  expect(attemptsSummary([refused, unknown])).toBe('2 attempts, the last: Outcome unknown.');
  const accepted = attempt({ outcome: 'delivered', response_status: 204, total_ms: 38.2 });
  expect(attemptsSummary([refused, accepted])).toBe('2 attempts, the last: HTTP 204, 38 ms.');
});

test.each([
  ['delivered', 'confirmed', 'payment.detected is delivered'],
  ['failed', 'failed', 'payment.detected was given up'],
  ['pending', 'failed', 'payment.detected is not delivered'],
  ['delivering', 'pending', 'payment.detected is being sent'],
] as const)(
  'the timeline entry of a delivery with the status %s has a matching title',
  (status, tone, title) => {
    const entry = { kind: 'attempts', at: '', attempts: [attempt({})] } as const;
    expect(deliveryWording(entry, { status } as never)).toEqual({ tone, title });
  },
);

test('the timeline entry of a webhook to a connected shop names the shop', () => {
  const settled = attempt({ event_type: 'InvoiceSettled' });
  const entry = { kind: 'attempts', at: '', attempts: [settled] } as const;
  const delivery = { status: 'delivered', url: 'https://shop.example/?wc-api=btcpay' };
  expect(deliveryWording(entry, delivery as never).title).toBe(
    'InvoiceSettled for shop.example is delivered',
  );
});
