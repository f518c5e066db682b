import pino from 'pino';
import { expect, test } from 'vitest';
import { openDatabase } from '@/db/client';
import type { Role } from '@/lib/domain/roles';
import { loggableError } from '@/lib/log';
import { createTestActor } from '@/test/support/actor';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey, type TestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { startReceiver } from '@/test/support/receiver';

const base = await openForTestFile(createTestDatabase());
const merchant = await createTestKey(base.db);

const path = '/v1/btc/payments?from=0&to=1';

test('429: a key over its limit gets Retry-After, and other keys are not affected', async () => {
  const api = createTestApi(base, { RATE_LIMIT_PER_KEY: '2', RATE_LIMIT_PER_IP: '100' });
  const answers = [];
  for (let i = 0; i < 3; i += 1) answers.push(await api.call({ path, key: merchant.apiKey }));
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 429]);
  const refused = answers[2];
  expect(refused?.json.code).toBe('rate_limited');
  expect(refused?.headers['ratelimit-policy']).toBe('"key";q=2;w=60, "ip";q=100;w=60');
  expect(refused?.headers.ratelimit).toMatch(/^"key";r=0;t=\d+, "ip";r=97;t=\d+$/);
  const wait = Number(refused?.headers['retry-after']);
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  const other = await createTestKey(base.db);
  expect((await api.call({ path, key: other.apiKey })).status).toBe(200);
});

test('429: an IP address over its limit is rejected before the API key is looked up', async () => {
  const api = createTestApi(base, { RATE_LIMIT_PER_IP: '1', TRUSTED_PROXIES: '10.0.0.1' });
  const from = (peer: string, headers = {}) =>
    api.call({ path, key: merchant.apiKey, peer, headers });
  expect((await from('192.0.2.1')).status).toBe(200);
  expect((await from('192.0.2.1', { 'x-forwarded-for': '192.0.2.9' })).status).toBe(429);
  expect((await from('192.0.2.2')).status).toBe(200);
  expect((await from('10.0.0.1', { 'x-forwarded-for': '192.0.2.3' })).status).toBe(200);
  expect((await from('10.0.0.1', { 'x-forwarded-for': '192.0.2.3' })).status).toBe(429);
});

test('429: after many failed authentications, an IP address can only make requests with valid keys', async () => {
  const api = createTestApi(base, { RATE_LIMIT_PER_IP: '40' });
  const statuses = [];
  for (let i = 0; i < 4; i += 1) statuses.push((await api.call({ path, key: 'wrong' })).status);
  expect(statuses).toEqual([401, 401, 429, 429]);
  expect((await api.call({ path, key: merchant.apiKey })).status).toBe(200);
});

test('429: requests from disallowed IP addresses do not count against the limit of the key', async () => {
  const api = createTestApi(base, { RATE_LIMIT_PER_KEY: '2', RATE_LIMIT_PER_IP: '40' });
  const key = await createTestKey(base.db, { allowedIps: ['203.0.113.0/24'] });
  const from = (peer: string) => api.call({ path, key: key.apiKey, peer });
  const statuses = [];
  for (let i = 0; i < 4; i += 1) statuses.push((await from('198.51.100.7')).status);
  expect(statuses).toEqual([403, 403, 429, 429]);
  const { status, headers } = await from('203.0.113.9');
  expect(status).toBe(200);
  expect(headers.ratelimit).toMatch(/^"key";r=1;/);
});

test('429: test webhooks are limited per merchant, across the dashboard and all keys', async () => {
  const api = createTestApi(base, { RATE_LIMIT_PER_KEY: '400' });
  const receiver = await startReceiver();
  const { merchantId } = merchant.actor;
  const second = await createTestKey(base.db, { merchantId });
  const sendTest = ({ apiKey }: TestKey) =>
    api.call({
      method: 'POST',
      path: '/v1/webhooks/test',
      key: apiKey,
      body: { webhook_url: receiver.url() },
    });
  const sendTestAs = async (role: Role) =>
    api.call({
      path: '/api/dashboard/webhooks/test',
      as: await createTestActor(base.db, merchantId, role),
      body: { key: second.id, webhook_url: receiver.url() },
    });
  expect((await sendTestAs('viewer')).status).toBe(403);
  expect((await sendTestAs('member')).status).toBe(200);
  expect((await sendTest(merchant)).status).toBe(200);
  const refused = await sendTest(second);
  expect([refused.status, refused.json.code]).toEqual([429, 'rate_limited']);
  expect(refused.json.detail).toContain('2 test webhooks a minute');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await api.call({ path, key: second.apiKey })).status).toBe(200);
  expect((await sendTest(await createTestKey(base.db))).status).toBe(200);
  expect(receiver.requests).toHaveLength(3);
  await receiver.close();
});

test('rate limits that are switched off add no header fields to responses', async () => {
  const answer = await createTestApi(base).call({ path, key: merchant.apiKey });
  expect(Object.keys(answer.headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
});

test('503: while the database is unavailable, a response has the header Retry-After', async () => {
  const database = openDatabase('postgres://nobody@127.0.0.1:1/none', 1);
  const away = { ...base, database, db: database.db };
  const answer = await createTestApi(away).call({ path, key: merchant.apiKey });
  expect([answer.status, answer.json.code]).toEqual([503, 'database_unavailable']);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  await database.close();
});

test('500: an unexpected error returns its request id and nothing else', async () => {
  const lines: string[] = [];
  const log = pino(
    { serializers: { err: loggableError } },
    { write: (line: string) => lines.push(line) },
  );
  const api = createTestApi(base, {}, log);
  await base.db.execute('alter table payment rename to payment_away');
  try {
    const body = { amount_sats: 1, reference: 'reference-of-a-customer' };
    const answer = await api.call({ path: '/v1/btc/payments', key: merchant.apiKey, body });
    expect([answer.status, answer.json.code]).toEqual([500, 'internal_error']);
    expect(answer.json.request_id).toBe(answer.headers['x-request-id']);
    expect(answer.text).not.toMatch(/payment_away|relation|select/);
    const [error, access] = lines.map((line) => JSON.parse(line));
    expect(error).toMatchObject({
      request_id: answer.json.request_id,
      err: { code: '42P01', statement: expect.stringContaining('insert into "payment"') },
    });
    expect(access).toMatchObject({
      request_id: answer.json.request_id,
      method: 'POST',
      route: '/v1/btc/payments',
      status: 500,
      api_key_id: merchant.id,
    });
    expect(lines.join()).not.toMatch(/reference-of-a-customer|btly_/);
  } finally {
    await base.db.execute('alter table payment_away rename to payment');
  }
});

test('the log shows the route of a request, and not the query, path or key', async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => lines.push(line) });
  const api = createTestApi(base, {}, log);
  await api.call({ path: '/v1/btc/payments/pay_secret?token=of-nobody', key: merchant.apiKey });
  await api.call({ path: '/v1/secret' });
  const routes = lines.map((line) => JSON.parse(line).route);
  expect(routes).toEqual(['/v1/btc/payments/{id}', 'none']);
  expect(lines.join()).not.toMatch(/secret|token|of-nobody|btly_/);
});
