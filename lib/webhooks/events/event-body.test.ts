import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EVENT_TYPES } from '@/lib/domain/event-types';
import { toSats } from '@/lib/domain/sats';
import { type EventData, eventBody } from './event-body';

const data: EventData = {
  webhook_url: 'https://shop.example.com/hook?a=1&b="2"',
  confirmations: 0,
  received_sats: toSats(50_000),
  amount_sats: toSats(2_100_000_000_000_000),
  address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  txid: 'ab'.repeat(32),
  payment_id: 'pay_1',
  description: 'Tea',
  metadata: { order: '1042' },
  price: {
    spread_ppm: 0,
    quoted_at: '2026-05-01T12:00:00.000Z',
    source: 'fixed',
    rate: '50000',
    currency: 'EUR',
    amount: '49.90',
  } as EventData['price'],
};

test('a webhook body has exactly the documented fields, in the documented order', () => {
  expect(eventBody('payment.detected', data)).toBe(
    `{"version":"1","type":"payment.detected","data":{"payment_id":"pay_1","txid":"${'ab'.repeat(32)}","address":"bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080","amount_sats":2100000000000000,"received_sats":50000,"confirmations":0,"webhook_url":"https://shop.example.com/hook?a=1&b=\\"2\\"","metadata":{"order":"1042"},"description":"Tea","price":{"amount":"49.90","currency":"EUR","rate":"50000","source":"fixed","quoted_at":"2026-05-01T12:00:00.000Z","spread_ppm":0}}}`,
  );
});

test('an unknown field is left out of the webhook body', () => {
  const more = { ...data, reference: 'order 1' };
  expect(eventBody('payment.confirmed', more)).toBe(eventBody('payment.confirmed', data));
});

test.each(EVENT_TYPES)('the webhooks page states when %s is sent', (type) => {
  expect(readFileSync('docs/webhooks.md', 'utf8')).toContain(`| \`${type}\` | `);
});
