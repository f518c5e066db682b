import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { chain } from '@/db/schema/chain';
import { payment } from '@/db/schema/payments';
import { delivery, webhookEvent } from '@/db/schema/webhooks';
import { toSats } from '@/lib/domain/sats';
import { recordEvents } from '@/lib/webhooks/events/create-event';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { startReceiver } from '@/test/support/receiver';
import { reserveStablePort } from '@/test/support/reserve-stable-port';

const base = await openForTestFile(createTestDatabase());
const api = createTestApi(base);
const merchant = await createTestKey(base.db);

const create = async (key = merchant.apiKey) =>
  (await api.call({ path: '/v1/btc/payments', key, body: { amount_sats: 1_000 } })).json;
const get = (path: string, key = merchant.apiKey, headers = {}) =>
  api.call({ path: `/v1/btc/payments${path}`, key, headers });
const set = (id: string, fields: Partial<typeof payment.$inferInsert>) =>
  base.db.update(payment).set(fields).where(eq(payment.id, id));

test('list: totals are exact and the order is the same on all pages, even at equal timestamps', async () => {
  const key = await createTestKey(base.db);
  const second = Date.parse('2026-01-02T03:04:05Z');
  for (let i = 0; i < 25; i += 1) {
    const { id } = await create(key.apiKey);
    await set(id, { createdAt: new Date(second + (i % 3) * 100) });
  }
  const seen: { id: string; created_at: string }[] = [];
  for (let offset = 0; offset < 30; offset += 10) {
    const from = second / 1000;
    const page = await get(`?from=${from}&to=${from}&limit=10&offset=${offset}`, key.apiKey);
    expect(page.json.pagination).toEqual({
      total: 25,
      limit: 10,
      offset,
      has_more: offset < 20,
      next_cursor: offset < 20 ? expect.any(String) : null,
    });
    seen.push(...page.json.data);
  }
  const sorted = [...seen].sort(
    (a, b) => b.created_at.localeCompare(a.created_at) || (a.id < b.id ? -1 : 1),
  );
  expect(new Set(seen.map((item) => item.id)).size).toBe(25);
  expect(seen).toEqual(sorted);
  const beyond = await get(`?from=0&to=9999999999&offset=25`, key.apiKey);
  expect(beyond.json).toEqual({
    data: [],
    pagination: { total: 25, limit: 50, offset: 25, has_more: false, next_cursor: null },
  });
});

test('list: both ends of a range are whole seconds, and all payments within these seconds are included', async () => {
  const key = await createTestKey(base.db);
  const second = Date.parse('2026-01-02T03:04:05Z');
  const ids = new Map<number, string>();
  for (const ms of [-1, 0, 999, 1_000]) {
    const { id } = await create(key.apiKey);
    await set(id, { createdAt: new Date(second + ms) });
    ids.set(ms, id);
  }
  const at = second / 1000;
  const page = await get(`?from=${at}&to=${at}`, key.apiKey);
  expect(page.json.data.map((item: { id: string }) => item.id)).toEqual([ids.get(999), ids.get(0)]);
  expect((await get(`?from=${at - 1}&to=${at + 1}`, key.apiKey)).json.pagination.total).toBe(4);
});

test('list: `verified` selects confirmed payments, `unverified` all other payments, and `all` both', async () => {
  const key = await createTestKey(base.db);
  for (const status of ['pending', 'detected', 'confirmed', 'expired', 'canceled'] as const) {
    await set((await create(key.apiKey)).id, { status });
  }
  const statuses = async (filter: string) => {
    const page = await get(`?from=0&to=9999999999&filter=${filter}`, key.apiKey);
    const found = page.json.data.map((item: { status: string }) => item.status).sort();
    expect(page.json.pagination.total).toBe(found.length);
    return found;
  };
  expect(await statuses('verified')).toEqual(['confirmed']);
  expect(await statuses('unverified')).toEqual(['canceled', 'detected', 'expired', 'pending']);
  expect(await statuses('all')).toHaveLength(5);
});

test('get and list return the same payment, with confirmations counted from the chain', async () => {
  const key = await createTestKey(base.db);
  const { id } = await create(key.apiKey);
  await base.db
    .insert(chain)
    .values({ network: 'regtest', height: 110 })
    .onConflictDoUpdate({
      target: chain.network,
      set: { height: 110 },
    });
  const detectedAt = new Date('2026-01-02T03:04:05.678Z');
  await set(id, {
    status: 'detected',
    flags: ['overpaid'],
    receivedSats: toSats(1_500),
    txid: 'ab'.repeat(32),
    coveredHeight: 109,
    detectedAt,
  });
  const one = await get(`/${id}`, key.apiKey);
  expect(one.json).toMatchObject({
    status: 'detected',
    flags: ['overpaid'],
    received_sats: 1_500,
    txid: 'ab'.repeat(32),
    confirmations: 2,
    detected_at: '2026-01-02T03:04:05.678Z',
    payment_uri: `bitcoin:${one.json.address}`,
  });
  const list = await get('?from=0&to=9999999999', key.apiKey);
  expect(list.json.data).toEqual([one.json]);
});

test('a response with a body ends in one line break, and an empty body has no line break', async () => {
  const { id } = await create();
  const notModified = { 'if-none-match': '*' };
  const texts = await Promise.all([get(`/${id}`), get('/pay_unknown'), get('?limit=x')]);
  for (const { text } of texts) expect(text).toMatch(/[}]\n$/);
  expect((await get(`/${id}`, merchant.apiKey, notModified)).text).toBe('');
});

test('payment_uri of an underpaid payment requests the remaining amount', async () => {
  const { id, address } = await create();
  await set(id, { receivedSats: toSats(400), flags: ['underpaid'] });
  expect((await get(`/${id}`)).json.payment_uri).toBe(`bitcoin:${address}?amount=0.000006`);
});

test('304: an ETag is valid until anything in the payment changes, even its confirmations', async () => {
  const { id } = await create();
  await set(id, { status: 'detected', receivedSats: toSats(1_000), coveredHeight: 110 });
  const first = await get(`/${id}`);
  const ask = () => get(`/${id}`, merchant.apiKey, { 'if-none-match': first.headers.etag ?? '' });
  const unchanged = await ask();
  expect([unchanged.status, unchanged.text]).toEqual([304, '']);
  expect(unchanged.headers.etag).toBe(first.headers.etag);
  await base.db.update(chain).set({ height: 111 }).where(eq(chain.network, 'regtest'));
  const changed = await ask();
  expect(changed.status).toBe(200);
  expect(changed.headers.etag).not.toBe(first.headers.etag);
  expect(changed.json.confirmations).toBe(first.json.confirmations + 1);
});

test('cancel: a pending payment is canceled once, and a repeated cancellation returns the same response', async () => {
  const { id } = await create();
  const cancel = (body?: unknown) =>
    api.call({ method: 'POST', path: `/v1/btc/payments/${id}/cancel`, key: merchant.apiKey, body });
  const first = await cancel();
  expect([first.status, first.json.status]).toEqual([200, 'canceled']);
  expect(Date.parse(first.json.canceled_at)).toBeGreaterThan(0);
  for (const body of [undefined, '', '{}']) {
    const again = await cancel(body);
    expect([again.status, again.text]).toEqual([200, first.text]);
  }
  expect((await get(`/${id}`)).text).toBe(first.text);
});

test('deliveries: the response is an array, oldest first, with null for each missing value', async () => {
  const { id, address } = await create();
  await set(id, { webhookUrl: 'https://shop.example/hook' });
  const path = `/${id}/webhook-deliveries`;
  expect((await get(path)).json).toEqual([]);
  const event = (type: 'payment.detected' | 'payment.confirmed', sequence: number) => ({
    paymentId: id,
    apiKeyId: merchant.id,
    type,
    sequence,
    txid: 'cd'.repeat(32),
    webhookUrl: 'https://shop.example/hook',
    address,
    amount: toSats(1_000),
    received: toSats(1_000),
    confirmations: 0,
    metadata: null,
    description: null,
    price: null,
    choice: [type],
    status: 'detected' as const,
    reason: null,
  });
  const now = new Date('2026-01-02T03:04:05.678Z');
  await recordEvents(base.db, [event('payment.detected', 1), event('payment.confirmed', 2)], now);
  const [first] = await base.db
    .select({ eventId: webhookEvent.id })
    .from(webhookEvent)
    .where(and(eq(webhookEvent.paymentId, id), eq(webhookEvent.type, 'payment.detected')));
  const answer = await get(path);
  expect(answer.json).toHaveLength(2);
  expect(answer.json[0]).toEqual({
    id: expect.stringMatching(/^dlv_/),
    event_id: first?.eventId,
    payment_id: id,
    event_type: 'payment.detected',
    status: 'pending',
    attempt: 0,
    last_error: null,
    created_at: '2026-01-02T03:04:05.678Z',
    delivered_at: null,
    next_attempt_at: '2026-01-02T03:04:05.678Z',
    response_status: null,
  });
  expect(answer.json[1].event_type).toBe('payment.confirmed');
});

test('test webhook: the response is 200 with the result, delivered or not, and no delivery is stored', async () => {
  const receiver = await startReceiver();
  const send = async (webhook_url: string) =>
    api.call({ path: '/v1/webhooks/test', key: merchant.apiKey, body: { webhook_url } });
  const before = await base.db.$count(delivery);
  const delivered = await send(receiver.url());
  expect(delivered.status).toBe(200);
  expect(delivered.json).toEqual({
    event_id: expect.stringMatching(/^evt_/),
    event_type: 'payment.confirmed',
    status: 204,
    delivered: true,
    error: null,
  });
  expect(receiver.requests).toHaveLength(1);
  await receiver.close();
  const failed = await send(`http://127.0.0.1:${await reserveStablePort()}/`);
  expect([failed.status, failed.json.delivered, failed.json.status]).toEqual([200, false, 0]);
  expect(failed.json.error).toEqual(expect.any(String));
  expect(await base.db.$count(delivery)).toBe(before);
});
