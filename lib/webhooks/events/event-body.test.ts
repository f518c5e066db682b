import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Currency } from '@/lib/domain/currency';
import { EVENT_TYPES } from '@/lib/domain/event-types';
import { toSats } from '@/lib/domain/sats';
import { type EventFacts, eventBody, eventData } from './event-body';

const facts: EventFacts = {
  paymentId: 'pay_1',
  txid: 'ab'.repeat(32),
  address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  amount: toSats(2_100_000_000_000_000),
  received: toSats(50_000),
  confirmations: 0,
  webhookUrl: 'https://shop.example.com/hook?a=1&b="2"',
  metadata: { order: '1042' },
  description: 'Tea',
  price: {
    amount: '49.90',
    currency: 'EUR' as Currency,
    rate: '50000',
    source: 'fixed',
    quotedAt: '2026-05-01T12:00:00.000Z',
    spreadPpm: 0,
  },
  status: 'detected',
  reason: null,
};

test('a webhook body has exactly the documented fields, in the documented order', () => {
  const type = 'payment.detected';
  expect(eventBody(type, eventData(type, facts))).toBe(
    `{"version":"1","type":"payment.detected","data":{"payment_id":"pay_1","txid":"${'ab'.repeat(32)}","address":"bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080","amount_sats":2100000000000000,"received_sats":50000,"confirmations":0,"webhook_url":"https://shop.example.com/hook?a=1&b=\\"2\\"","metadata":{"order":"1042"},"description":"Tea","price":{"amount":"49.90","currency":"EUR","rate":"50000","source":"fixed","quoted_at":"2026-05-01T12:00:00.000Z","spread_ppm":0}}}`,
  );
});

test.each(EVENT_TYPES)('the webhooks page states when %s is sent', (type) => {
  expect(readFileSync('docs/webhooks.md', 'utf8')).toContain(`| \`${type}\` | `);
});
