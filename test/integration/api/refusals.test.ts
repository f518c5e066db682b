import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { apiKey } from '@/db/schema/accounts';
import { payment } from '@/db/schema/payments';
import { OPERATOR } from '@/lib/domain/actor';
import { toSats } from '@/lib/domain/sats';
import { newApiKey } from '@/lib/keys/key-format';
import { revokeKey } from '@/lib/keys/revoke-key';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { deriveReceive } from '@/test/support/derive-receive';
import { createTestKey, randomDescriptor } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { until } from '@/test/support/wait';

const base = await openForTestFile(createTestDatabase());
const api = createTestApi(base);
const merchant = await createTestKey(base.db, { allowCustomAddresses: true });
const plain = await createTestKey(base.db);

const create = (body: unknown, key = merchant.apiKey, headers = {}) =>
  api.call({ path: '/v1/btc/payments', key, body, headers });
const cancel = (id: string) =>
  api.call({ method: 'POST', path: `/v1/btc/payments/${id}/cancel`, key: merchant.apiKey });
const freshAddress = () => deriveReceive(randomDescriptor('regtest'), 'regtest', 0).address;

test('401: every operation requires a key, and the error says how to send it', async () => {
  for (const [method, path] of OPERATIONS) {
    const answer = await api.call({ method, path: path.replace('{id}', 'pay_1') });
    expect(answer.status, path).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.json.code).toBe('unauthorized');
  }
});

test('401: Basic authentication, a cookie or a query parameter is refused, and the error names Bearer', async () => {
  const path = '/v1/btc/payments?from=0&to=1';
  const detail = 'Send your API key as "Authorization: Bearer <API key>".';
  for (const headers of [
    { authorization: `Basic ${Buffer.from(`${merchant.apiKey}:`).toString('base64')}` },
    { authorization: merchant.apiKey },
    { authorization: `Token ${merchant.apiKey}` },
    { authorization: `Bearer ${merchant.apiKey} ${merchant.apiKey}` },
    { authorization: 'Bearer' },
    { cookie: `api_key=${merchant.apiKey}` },
    { 'x-api-key': merchant.apiKey },
  ]) {
    expect((await api.call({ path, headers })).json).toMatchObject({ status: 401, detail });
  }
  const quoted = { authorization: `Bearer "${merchant.apiKey}"` };
  expect((await api.call({ path, headers: quoted })).status).toBe(401);
  expect((await api.call({ path: `${path}&api_key=${merchant.apiKey}` })).status).toBe(401);
  const lower = { authorization: `bearer ${merchant.apiKey}` };
  expect((await api.call({ path, headers: lower })).status).toBe(200);
});

test('401: mistyped, unknown and revoked keys get the same response', async () => {
  const revoked = await createTestKey(base.db);
  await revokeKey(base.db, OPERATOR, revoked.id, new Date());
  const last = merchant.apiKey.endsWith('0') ? '1' : '0';
  const keys = [merchant.apiKey.slice(0, -1) + last, newApiKey('regtest'), revoked.apiKey];
  const answers = await Promise.all(
    keys.map((key) => api.call({ path: '/v1/btc/payments?from=0&to=1', key })),
  );
  for (const answer of answers) {
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    expect(answer.json.detail).toBe(answers[0]?.json.detail);
  }
});

test('401: an expired key gets the same response as a revoked key', async () => {
  const ending = createTestApi(base);
  const key = await createTestKey(base.db, { expiresAt: new Date(Date.now() + 3_600_000) });
  const use = () => ending.call({ path: '/v1/btc/payments?from=0&to=1', key: key.apiKey });
  expect((await use()).status).toBe(200);
  ending.passTime(3_600_000);
  const refused = await use();
  expect(refused.status).toBe(401);
  expect(refused.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
});

test('403: a key works from its allowed IP addresses only, even behind a trusted proxy', async () => {
  const behind = createTestApi(base, { TRUSTED_PROXIES: '10.0.0.1' });
  const key = await createTestKey(base.db, { allowedIps: ['203.0.113.0/24', '2001:db8::/32'] });
  const from = (peer: string, headers = {}) =>
    behind.call({ path: '/v1/btc/payments?from=0&to=1', key: key.apiKey, peer, headers });
  expect((await from('203.0.113.9')).status).toBe(200);
  expect((await from('::ffff:203.0.113.9')).status).toBe(200);
  expect((await from('2001:db8:5::1')).status).toBe(200);
  expect((await from('10.0.0.1', { 'x-forwarded-for': '203.0.113.4' })).status).toBe(200);
  const refused = await from('198.51.100.7', { 'x-forwarded-for': '203.0.113.4' });
  expect(refused.status).toBe(403);
  expect(refused.json.code).toBe('ip_not_allowed');
  expect(refused.json.detail).toContain('198.51.100.7');
  expect((await from('10.0.0.1', { 'x-forwarded-for': '198.51.100.7' })).status).toBe(403);
});

test('the last use of a key is recorded at most once a minute', async () => {
  const key = await createTestKey(base.db);
  const lastUsed = async () =>
    (await base.db.select().from(apiKey).where(eq(apiKey.id, key.id)))[0]?.lastUsedAt;
  const use = () => api.call({ path: '/v1/btc/payments?from=0&to=1', key: key.apiKey });
  const first = await until('the first use is noted', lastUsed);
  await use();
  expect(await lastUsed()).toEqual(first);
  api.passTime(61_000);
  await use();
  await until('a use a minute later is noted', async () => ((await lastUsed()) ?? first) > first);
});

test('403: destination_address is refused unless the key allows it', async () => {
  const answer = await create(
    { amount_sats: 1, destination_address: freshAddress() },
    plain.apiKey,
  );
  expect([answer.status, answer.json.code]).toEqual([403, 'custom_address_not_allowed']);
});

test('404: every operation on a payment of another key returns not found', async () => {
  const { id } = (await create({ amount_sats: 1 })).json;
  const operations = OPERATIONS.filter(([, path]) => path.includes('{id}'));
  expect(operations).toHaveLength(3);
  for (const [method, pattern] of operations) {
    const path = pattern.replace('{id}', id);
    const foreign = await api.call({ method, path, key: plain.apiKey });
    const unknown = await api.call({ method, path: path.replace(id, 'pay_0'), key: plain.apiKey });
    expect([foreign.status, foreign.json.code], path).toEqual([404, 'payment_not_found']);
    expect(foreign.json.detail).toBe(unknown.json.detail);
    expect((await api.call({ method, path, key: merchant.apiKey })).status, path).toBe(200);
  }
  const theirs = await api.call({
    path: '/v1/btc/payments?from=0&to=9999999999',
    key: plain.apiKey,
  });
  expect(theirs.json.pagination.total).toBe(0);
});

test('404: a path that the API does not have returns a problem, with any method', async () => {
  for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
    for (const path of ['/v1', '/v1/btc', '/v1/btc/payments/a/b', '/v1/btc/payments/%ff']) {
      const answer = await api.call({ method, path });
      expect([answer.status, answer.json.code], path).toEqual([404, 'not_found']);
    }
  }
});

test('405: an unsupported method is rejected with Allow, and HEAD returns the headers of GET without a body', async () => {
  const answer = await api.call({ method: 'DELETE', path: '/v1/btc/payments/pay_1' });
  expect([answer.status, answer.json.code]).toEqual([405, 'method_not_allowed']);
  expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS');
  const put = await api.call({ method: 'PUT', path: '/v1/btc/payments' });
  expect(put.headers.allow).toBe('GET, HEAD, POST, OPTIONS');
  const options = await api.call({ method: 'OPTIONS', path: '/v1/webhooks/test' });
  expect([options.status, options.headers.allow, options.text]).toEqual([204, 'POST, OPTIONS', '']);
  const { id } = (await create({ amount_sats: 1 })).json;
  const path = `/v1/btc/payments/${id}`;
  const get = await api.call({ path, key: merchant.apiKey });
  const head = await api.call({ method: 'HEAD', path, key: merchant.apiKey });
  expect([head.status, head.text, head.headers.etag]).toEqual([200, '', get.headers.etag]);
});

test('409: the address of an active payment is rejected until that payment ends', async () => {
  const destination_address = freshAddress();
  const first = await create({ amount_sats: 1, destination_address });
  const second = await create({ amount_sats: 1, destination_address });
  expect([second.status, second.json.code]).toEqual([409, 'address_in_use']);
  await cancel(first.json.id);
  expect((await create({ amount_sats: 1, destination_address })).status).toBe(201);
});

test('409: of 50 parallel requests for an address, one succeeds', async () => {
  const destination_address = freshAddress();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => create({ amount_sats: 1, destination_address })),
  );
  const statuses = answers.map((answer) => answer.status).sort();
  expect(statuses).toEqual([201, ...Array(49).fill(409)]);
});

test('409: a payment that is not pending, or has received money, cannot be canceled', async () => {
  const { id } = (await create({ amount_sats: 5 })).json;
  const set = (fields: Partial<typeof payment.$inferInsert>) =>
    base.db.update(payment).set(fields).where(eq(payment.id, id));
  await set({ receivedSats: toSats(1) });
  const underpaid = await cancel(id);
  expect([underpaid.status, underpaid.json.code]).toEqual([409, 'payment_not_cancelable']);
  expect(underpaid.json.detail).toContain('pending and has received 1 sats');
  for (const status of ['detected', 'confirmed', 'expired'] as const) {
    await set({ status, receivedSats: toSats(0) });
    const answer = await cancel(id);
    expect(answer.status).toBe(409);
    expect(answer.json.detail).toContain(`it is ${status}`);
  }
});

test('422: an address of another network is rejected, and the error lists the networks it is valid on', async () => {
  const mainnet = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
  const answer = await create({ amount_sats: 1, destination_address: mainnet });
  expect([answer.status, answer.json.code]).toEqual([422, 'address_network_mismatch']);
  expect(answer.json.detail).toContain('mainnet');
});

test('422: a forbidden webhook_url is rejected when a payment is created or a test webhook is sent', async () => {
  const strict = createTestApi(base, { WEBHOOK_PRIVATE_TARGETS: 'deny' });
  for (const webhook_url of [
    'http://localhost/hook',
    'https://10.0.0.1/',
    'http://169.254.169.254/',
    'http://100.64.0.1/',
    'http://[::1]/',
    'ftp://shop.example/',
    'https://user:pass@shop.example/',
  ]) {
    for (const path of ['/v1/btc/payments', '/v1/webhooks/test']) {
      const body = path.endsWith('test') ? { webhook_url } : { amount_sats: 1, webhook_url };
      const answer = await strict.call({ path, key: merchant.apiKey, body });
      expect([answer.status, answer.json.code], webhook_url).toEqual([422, 'webhook_url_rejected']);
    }
  }
});

test('503: while a network is disabled, payments on it cannot be created, but existing payments can be read', async () => {
  const off = createTestApi(base, { BITCOIN_REGTEST: 'off' });
  const { id } = (await create({ amount_sats: 1 })).json;
  const path = '/v1/btc/payments';
  const answer = await off.call({ path, key: merchant.apiKey, body: { amount_sats: 1 } });
  expect([answer.status, answer.json.code]).toEqual([503, 'network_unavailable']);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect((await off.call({ path: `${path}/${id}`, key: merchant.apiKey })).status).toBe(200);
});

const OPERATIONS: [method: string, path: string][] = [
  ['POST', '/v1/btc/payments'],
  ['GET', '/v1/btc/payments'],
  ['GET', '/v1/btc/payments/{id}'],
  ['POST', '/v1/btc/payments/{id}/cancel'],
  ['GET', '/v1/btc/payments/{id}/webhook-deliveries'],
  ['POST', '/v1/webhooks/test'],
];
