import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EVENT_TYPES } from '@/lib/domain/event-types';
import { EXCHANGE_LIMITS } from '@/lib/webhooks/transport/progress';
import { describeWebhook } from './webhook-description';

const { firstByteMs, totalMs } = EXCHANGE_LIMITS;
const firstByte = `${firstByteMs / 1_000} seconds`;
const total = `${totalMs / 1_000} seconds`;

test('the documentation states the exact limits of a webhook attempt', () => {
  for (const file of ['docs/webhooks.md', 'docs/how-a-delivery-works.md']) {
    const text = readFileSync(file, 'utf8');
    for (const [said] of text.matchAll(
      /(?:within|has) \d+ seconds(?= (?:of the request|to answer)|\.)/g,
    )) {
      expect([file, said]).toEqual([file, expect.stringContaining(firstByte)]);
    }
    expect(text).toContain(firstByte);
  }
  expect(readFileSync('docs/webhooks.md', 'utf8')).toContain(
    `until ${total} after the attempt began`,
  );
});

test('the OpenAPI document states the exact limits of a webhook attempt', () => {
  const { description } = describeWebhook('payment.confirmed').post?.responses?.['2XX'] ?? {};
  expect(description).toContain(`${firstByte} of the request and ${total} of the beginning`);
});

test.each(EVENT_TYPES)('the description of the webhook %s has an example', (type) => {
  const { requestBody } = describeWebhook(type).post ?? {};
  expect(Object(requestBody).content['application/json'].example).toMatchObject({ type });
});
