import { expect, test } from 'vitest';
import { deliveryWording, summaryOf } from './delivery-entry';
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

test('the summary of attempts has the response that all attempts share, or else the last response', () => {
  const refused = attempt({ response_status: 401 });
  expect(summaryOf([refused, refused])).toBe('2 attempts, each got HTTP 401.');
  expect(summaryOf([attempt({}), attempt({})])).toBe('2 attempts, none got a response.');
  const unknown = attempt({ outcome: 'unknown' });
  expect(summaryOf([refused, unknown])).toBe('2 attempts, the last: Outcome unknown.');
  const accepted = attempt({ outcome: 'delivered', response_status: 204, total_ms: 38.2 });
  expect(summaryOf([refused, accepted])).toBe('2 attempts, the last: HTTP 204, 38 ms.');
});

test.each([
  ['delivered', 'confirmed', 'payment.detected is delivered'],
  ['failed', 'failed', 'payment.detected was given up'],
  ['pending', 'failed', 'payment.detected is not delivered'],
  ['delivering', 'pending', 'payment.detected is being sent'],
] as const)('the title of a delivery that is %s matches its state', (status, tone, title) => {
  const entry = { kind: 'attempts', at: '', attempts: [attempt({})] } as const;
  expect(deliveryWording(entry, { status } as never)).toEqual({ tone, title });
});

test('the entry of a webhook to a connected shop contains the name of the shop', () => {
  const settled = attempt({ event_type: 'InvoiceSettled' });
  const entry = { kind: 'attempts', at: '', attempts: [settled] } as const;
  const delivery = { status: 'delivered', url: 'https://shop.example/?wc-api=btcpay' };
  expect(deliveryWording(entry, delivery as never).title).toBe(
    'InvoiceSettled for shop.example is delivered',
  );
});
