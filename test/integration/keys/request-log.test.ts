import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { apiRequest } from '@/db/schema/request-log';
import { type Member, OPERATOR } from '@/lib/domain/actor';
import { newId } from '@/lib/domain/ids';
import { revokeKey } from '@/lib/keys/revoke-key';
import { rotateKey } from '@/lib/keys/rotate-key';
import { pruneRequests } from '@/lib/server/request-log/prune-requests';
import type { LoggedRequest } from '@/lib/server/request-log/request-log';
import { writeRequests } from '@/lib/server/request-log/write-requests';
import { createTestActor } from '@/test/support/actor';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey, type TestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { until } from '@/test/support/wait';

const DAY_MS = 86_400_000;
const LIST = '/v1/btc/payments?from=0&to=1';

let key: TestKey;
let viewer: Member;

const base = await openForTestFile(createTestDatabase());
const api = createTestApi(base);
beforeEach(async () => {
  key = await createTestKey(base.db);
  viewer = await createTestActor(base.db, key.merchantId, 'viewer');
});

const rowsOf = (apiKeyId = key.id) =>
  base.db.select().from(apiRequest).where(eq(apiRequest.apiKeyId, apiKeyId)).orderBy(apiRequest.at);

const listed = (query = '', as = viewer, id = key.id) =>
  api.call({ path: `/api/dashboard/requests?key=${id}${query}`, as });
const found = (id: string, as = viewer) => api.call({ path: `/api/dashboard/requests/${id}`, as });

/** Requests of the key at intervals of a few ms. */
function made(count: number, last: Date, status = 200): LoggedRequest[] {
  return Array.from({ length: count }, (_, i) => ({
    id: newId('request'),
    apiKeyId: key.id,
    at: new Date(last.getTime() - i * 7),
    method: 'GET',
    path: '/v1/btc/payments',
    status,
    problemCode: status < 400 ? null : 'invalid_request',
    durationMs: 1.5,
    hasIdempotencyKey: false,
  }));
}

describe('the request log', () => {
  test('the request log finds a request within seconds by the id in its response', async () => {
    const created = await api.call({
      path: '/v1/btc/payments',
      key: key.apiKey,
      body: { amount_sats: 1_000 },
      headers: { 'idempotency-key': 'order-1' },
    });
    const { id } = created.json;
    await api.call({ path: `/v1/btc/payments/${id}`, key: key.apiKey });
    await until('both are written', async () => (await rowsOf()).length === 2);
    const { json, status } = await found(created.headers['x-request-id'] ?? '');
    expect(status).toBe(200);
    expect(json).toEqual({
      id: created.headers['x-request-id'],
      api_key: { id: key.id, name: key.actor.name },
      at: expect.any(String),
      method: 'POST',
      path: '/v1/btc/payments',
      status: 201,
      problem_code: null,
      duration_ms: expect.any(Number),
      has_idempotency_key: true,
    });
    expect(json.duration_ms).toBeGreaterThan(0);
    expect((await listed()).json.data[0]).toMatchObject({
      method: 'GET',
      path: `/v1/btc/payments/${id}`,
      has_idempotency_key: false,
    });
  });

  test('the request log contains the problem codes of refused requests, including requests over the key’s limit', async () => {
    const limited = createTestApi(base, { RATE_LIMIT_PER_KEY: '2', RATE_LIMIT_PER_IP: '100' });
    const ask = (path: string) => limited.call({ path, key: key.apiKey });
    const answers = [
      await ask('/v1/btc/payments'),
      await ask('/v1/btc/payments/pay_0000000000000000000000'),
      await ask(LIST),
    ];
    await limited.writeRequestLog();
    expect((await rowsOf()).map(({ status, problemCode }) => [status, problemCode])).toEqual([
      [400, 'invalid_request'],
      [404, 'payment_not_found'],
      [429, 'rate_limited'],
    ]);
    for (const { json } of answers) {
      expect((await found(json.request_id)).json.problem_code).toBe(json.code);
    }
  });

  test('the request log of a key includes refused requests with the key’s old or revoked secrets', async () => {
    const before = await base.db.$count(apiRequest);
    await rotateKey(base.db, OPERATOR, key.id, 0, new Date());
    const rotated = await api.call({ path: LIST, key: key.apiKey });
    await revokeKey(base.db, OPERATOR, key.id, new Date());
    const revoked = await api.call({ path: LIST, key: key.apiKey });
    const unknown = await api.call({ path: LIST, key: `${key.apiKey.slice(0, -8)}00000000` });
    expect([rotated, revoked, unknown].map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(unknown.json.detail).toBe(revoked.json.detail);
    await api.writeRequestLog();
    expect((await rowsOf()).map(({ id, status }) => [id, status])).toEqual([
      [rotated.json.request_id, 401],
      [revoked.json.request_id, 401],
    ]);
    expect(await base.db.$count(apiRequest)).toBe(before + 2);
  });

  test('requests over the limit for failed authentications add nothing to the request log', async () => {
    const limited = createTestApi(base, { RATE_LIMIT_PER_IP: '40' });
    await revokeKey(base.db, OPERATOR, key.id, new Date());
    for (let i = 0; i < 5; i += 1) await limited.call({ path: LIST, key: key.apiKey });
    await limited.writeRequestLog();
    expect(await rowsOf()).toHaveLength(2);
  });

  test('the request log stores only the method of a request and the ids in its path', async () => {
    const secret = 'correct-horse-battery';
    const bearer = { key: key.apiKey };
    const sent = [
      await api.call({
        ...bearer,
        path: `/v1/btc/payments?q=${secret}`,
        body: { amount_sats: 1_000, reference: secret, metadata: { [secret]: secret } },
        headers: { 'idempotency-key': secret, 'user-agent': secret, cookie: secret },
        peer: '192.0.2.77',
      }),
      await api.call({ ...bearer, path: `/v1/btc/payments/${secret}` }),
      await api.call({ ...bearer, path: `/v1/btc/payments/${key.apiKey}` }),
      await api.call({ ...bearer, path: `${LIST}&reference=${secret}` }),
      await api.call({ ...bearer, path: '/v1/btc/payments', body: `{"${secret}"` }),
    ];
    await api.writeRequestLog();
    const rows = await rowsOf();
    expect(rows).toHaveLength(sent.length);
    const stored = JSON.stringify(rows);
    for (const text of [secret, key.apiKey.slice(-20), '192.0.2.77', 'amount_sats', 'from=']) {
      expect(stored).not.toContain(text);
    }
    expect(rows.map(({ path }) => path)).toEqual([
      '/v1/btc/payments',
      '/v1/btc/payments/{id}',
      '/v1/btc/payments/{id}',
      '/v1/btc/payments',
      '/v1/btc/payments',
    ]);
  });
});

describe('access to the request log', () => {
  test('another merchant can read neither the request list of a key nor a single request', async () => {
    const [request] = made(1, new Date());
    await writeRequests(base.db, request ? [request] : []);
    const other = await createTestKey(base.db);
    const stranger = await createTestActor(base.db, other.merchantId, 'owner');
    expect((await listed()).json.data).toHaveLength(1);
    expect((await found(request?.id ?? '')).status).toBe(200);
    expect((await listed('', stranger)).json.data).toEqual([]);
    const refused = await found(request?.id ?? '', stranger);
    expect(refused.status).toBe(404);
    expect(refused.json.detail).toBe((await found(newId('request'), stranger)).json.detail);
  });

  test('a member can find a request made with any of the merchant’s keys', async () => {
    const second = await createTestKey(base.db, { merchantId: key.merchantId, name: 'Second' });
    const { json } = await api.call({ path: '/v1/btc/payments', key: second.apiKey });
    await api.writeRequestLog();
    const answer = await found(json.request_id);
    expect(answer.json.api_key).toEqual({ id: second.id, name: 'Second' });
  });
});

describe('the list of requests', () => {
  test('the list of requests covers all keys of the merchant, and shows the key of each request', async () => {
    const second = await createTestKey(base.db, { merchantId: key.merchantId, name: 'Second' });
    const now = new Date();
    const other = made(3, new Date(now.getTime() - 3)).map((one) => ({
      ...one,
      apiKeyId: second.id,
    }));
    await writeRequests(base.db, [...made(3, now), ...other]);
    const page = (query: string) =>
      api.call({ path: `/api/dashboard/requests?limit=4${query}`, as: viewer });
    const { json } = await page('');
    const rest = await page(`&cursor=${json.pagination.next_cursor}`);
    const names = [...json.data, ...rest.json.data].map((row) => row.api_key.name);
    expect(names).toEqual([1, 2, 3].flatMap(() => [key.actor.name, 'Second']));
    expect(rest.json.pagination.has_more).toBe(false);
  });

  test('the list of requests returns each request once over all pages, newest first', async () => {
    const now = new Date();
    const requests = [...made(5, now), ...made(5, now)];
    await writeRequests(base.db, requests);
    const pages: { id: string; at: string }[][] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { json } = await listed(`&limit=3${cursor && `&cursor=${cursor}`}`);
      pages.push(json.data);
      cursor = json.pagination.next_cursor;
    }
    expect(pages.map(({ length }) => length)).toEqual([3, 3, 3, 1]);
    const all = pages.flat();
    expect(new Set(all.map(({ id }) => id))).toEqual(new Set(requests.map(({ id }) => id)));
    const times = all.map(({ at }) => at);
    expect(times).toEqual([...times].sort().reverse());
  });

  test('the list of requests can be filtered by status class', async () => {
    const now = new Date();
    await writeRequests(
      base.db,
      [200, 304, 404, 429, 503].flatMap((status) => made(1, now, status)),
    );
    const statuses = async (query: string) =>
      (await listed(query)).json.data.map(({ status }: { status: number }) => status).sort();
    expect(await statuses('')).toEqual([200, 304, 404, 429, 503]);
    expect(await statuses('&status=2xx')).toEqual([200]);
    expect(await statuses('&status=4xx')).toEqual([404, 429]);
    expect(await statuses('&status=5xx')).toEqual([503]);
    expect((await listed('&status=3xx')).status).toBe(400);
  });
});

test('a request older than 7 days is not listed, and is deleted when old rows are next pruned', async () => {
  const now = new Date();
  const kept = made(1, new Date(now.getTime() - 7 * DAY_MS + 60_000));
  const old = made(6_001, new Date(now.getTime() - 7 * DAY_MS - 1));
  await writeRequests(base.db, [...kept, ...old]);
  const ids = (await listed()).json.data.map(({ id }: { id: string }) => id);
  expect(ids).toEqual(kept.map(({ id }) => id));
  expect((await found(old[0]?.id ?? '')).status).toBe(404);
  expect(await pruneRequests(base.db, now)).toBe(6_001);
  expect((await rowsOf()).map(({ id }) => id)).toEqual(kept.map(({ id }) => id));
  expect(await pruneRequests(base.db, now)).toBe(0);
});
