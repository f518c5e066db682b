import { expect, test } from 'vitest';
import { createRateLimits, rateLimitFields, requireRemainingQuota } from '@/lib/http/rate-limit';

test('a rate limit counts each key separately, and refuses requests beyond the limit', async () => {
  const { byKey } = createRateLimits(2, 0);
  expect(await byKey('a')).toMatchObject({ limit: 2, remaining: 1, exceeded: false });
  expect(await byKey('a')).toMatchObject({ remaining: 0, exceeded: false });
  const third = await byKey('a');
  expect(third).toMatchObject({ remaining: 0, exceeded: true });
  expect(() => requireRemainingQuota(third)).toThrow('2 requests a minute');
  expect(await byKey('b')).toMatchObject({ remaining: 1, exceeded: false });
});

test('a rate limit of 0 is off and adds no header fields to a response', async () => {
  const { byIp, byKey, byFailedAuth } = createRateLimits(0, 0);
  const quotas = await Promise.all([byIp('x'), byKey('x'), byFailedAuth('x')]);
  expect(quotas).toEqual([undefined, undefined, undefined]);
  expect(rateLimitFields([])).toEqual({});
});

test('even the lowest limits allow one failed authentication and one test webhook', async () => {
  const { byFailedAuth, byWebhookTest } = createRateLimits(1, 1);
  expect(await byFailedAuth('x')).toMatchObject({ limit: 1, exceeded: false });
  expect(await byFailedAuth('x')).toMatchObject({ exceeded: true });
  expect(await byWebhookTest('x')).toMatchObject({ limit: 1, exceeded: false });
  expect(await byWebhookTest('x')).toMatchObject({ exceeded: true });
});

test('the rate limit headers are structured lists with one member per policy', async () => {
  const { byIp, byKey } = createRateLimits(10, 20);
  const quotas = [await byKey('k'), await byIp('i')].flatMap((quota) => quota ?? []);
  expect(rateLimitFields(quotas)).toEqual({
    'ratelimit-policy': '"key";q=10;w=60, "ip";q=20;w=60',
    ratelimit: '"key";r=9;t=60, "ip";r=19;t=60',
  });
});

test('the refusal by a rate limit states the exceeded limit and how long to wait', () => {
  const quota = { limit: 600, remaining: 0, exceeded: true } as const;
  expect(() => requireRemainingQuota({ ...quota, name: 'failed-auth', resetSeconds: 17 })).toThrow(
    'Your address has used its 600 failed authentications a minute. Wait 17 seconds.',
  );
  expect(() => requireRemainingQuota({ ...quota, name: 'key', resetSeconds: 1 })).toThrow(
    'This API key has used its 600 requests a minute. Wait a second.',
  );
});
