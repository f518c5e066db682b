import { describe, expect, it } from 'vitest';
import { delivery } from '@/db/schema/webhooks';
import { createTestApi } from '@/test/support/api';
import { createTestKey, type TestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openOutbox } from '@/test/support/outbox';

const outbox = await openForTestFile(openOutbox());
const { db } = outbox.base;
const api = createTestApi(outbox.base, {}, undefined, outbox.clock);
const plain = await createTestKey(db);

const DEAD = 'http://127.0.0.1:9/hooks';

const allowed = () => createTestKey(db, { allowManagement: true });
const call = (key: TestKey, operation: string, body?: object) => {
  const [method = '', path = ''] = operation.split(' ');
  return api.call({ method, path: `/v1/${path}`, key: key.apiKey, ...(body && { body }) });
};
const endpointsOf = async (key: TestKey) => (await call(key, 'GET webhooks/endpoints')).json.data;

/** A payment with a given-up delivery. */
async function failed(key: TestKey, url = DEAD) {
  const created = await outbox.announceNew(url, key);
  const { id } = await outbox.delivery(created);
  await db.execute(
    `update delivery set status = 'failed', next_attempt_at = null, attempt = 3 where id = '${id}'`,
  );
  return { id, payment: created };
}

describe('200', () => {
  it('a management key can change its own webhook_events and embed_origins, and nothing else', async () => {
    const key = await allowed();
    const { status, json } = await call(key, 'PATCH key', {
      webhook_events: ['payment.expired', 'payment.confirmed'],
      embed_origins: ['https://shop.example/'],
    });
    const changed = {
      id: key.id,
      network: 'regtest',
      allow_management: true,
      webhook_events: ['payment.confirmed', 'payment.expired'],
      embed_origins: ['https://shop.example'],
    };
    expect([status, json]).toMatchObject([200, changed]);
    const kept = await call(key, 'PATCH key', { embed_origins: [] });
    expect(kept.json.webhook_events).toEqual(changed.webhook_events);
    expect((await call(key, 'GET key')).json).toEqual(kept.json);
    expect((await call(plain, 'GET key')).json).toMatchObject({
      id: plain.id,
      allow_management: false,
      webhook_events: ['payment.detected', 'payment.confirmed'],
    });
  });

  it('a management key lists its endpoints, pauses one and resumes it', async () => {
    const key = await allowed();
    const { merchantId } = key.actor;
    const other = await createTestKey(db, { merchantId, allowManagement: true });
    const payment = await outbox.announceNew(DEAD, key);
    await outbox.announceNew('http://127.0.0.1:9/others', other);
    const [endpoint, ...more] = await endpointsOf(key);
    expect(endpoint).toMatchObject({ url: DEAD, paused_at: null, waiting: { count: 1 } });
    expect(more).toEqual([]);
    const paused = await call(key, `POST webhooks/endpoints/${endpoint.id}/pause`);
    expect(paused.json).toMatchObject({ id: endpoint.id, paused_at: outbox.clock().toISOString() });
    expect(await outbox.delivery(payment)).toMatchObject({ held: true, nextAttemptAt: null });
    const resumed = await call(key, `POST webhooks/endpoints/${endpoint.id}/resume`);
    expect(resumed.json).toMatchObject({ id: endpoint.id, paused_at: null });
    expect(await outbox.delivery(payment)).toMatchObject({ held: false });
  });

  it('a management key can resend one delivery', async () => {
    const key = await allowed();
    const { id, payment } = await failed(key);
    const { json } = await call(key, `POST webhooks/deliveries/${id}/resend`);
    expect(json).toEqual({ outcome: 'resent' });
    expect(await outbox.delivery(payment)).toMatchObject({ status: 'pending' });
  });

  it('a management key can resend its own failed deliveries since a given time', async () => {
    const key = await allowed();
    const before = await failed(key);
    outbox.passTime(10_000);
    const from = Math.ceil(outbox.clock().getTime() / 1_000);
    outbox.passTime(10_000);
    const after = await failed(key);
    const other = await failed(await createTestKey(db, { merchantId: key.actor.merchantId }));
    const { json } = await call(key, 'POST webhooks/deliveries/resend-failed', { from });
    expect(json).toEqual({ resent: 1 });
    const rows = await db.select().from(delivery);
    const status = (id: string) => rows.find((row) => row.id === id)?.status;
    expect([before, after, other].map(({ id }) => status(id))).toEqual([
      'failed',
      'pending',
      'failed',
    ]);
  });
});

describe('400', () => {
  it('a management key cannot change other settings or select unknown events', async () => {
    const key = await allowed();
    for (const body of [
      { allow_management: true },
      { allowed_ips: [] },
      { name: 'Taken over' },
      { webhook_events: ['payment.paid'] },
      { embed_origins: ['https://shop.example/path'] },
    ]) {
      expect((await call(key, 'PATCH key', body)).status, JSON.stringify(body)).toBe(400);
    }
    expect((await call(key, 'POST webhooks/deliveries/resend-failed', {})).status).toBe(400);
  });
});

describe('403', () => {
  it('management operations are refused unless the key has the permission, which is off by default', async () => {
    const { id } = await failed(plain);
    for (const [operation, body] of [
      ['PATCH key', { embed_origins: [] }],
      ['GET webhooks/endpoints'],
      ['POST webhooks/endpoints/end_1/pause'],
      ['POST webhooks/endpoints/end_1/resume'],
      [`POST webhooks/deliveries/${id}/resend`],
      ['POST webhooks/deliveries/resend-failed', { from: 0 }],
    ] as const) {
      const { status, json } = await call(plain, operation, body);
      expect([status, json.code], operation).toEqual([403, 'management_not_allowed']);
    }
    expect((await db.select().from(delivery)).find((row) => row.id === id)?.status).toBe('failed');
  });
});

describe('404', () => {
  it('a management key cannot find endpoints and deliveries of other keys, even of the same merchant', async () => {
    const key = await allowed();
    const other = await createTestKey(db, { merchantId: key.actor.merchantId });
    const { id } = await failed(other, 'http://127.0.0.1:9/theirs');
    const endpoint = await db.execute<{ id: string }>(
      `select id from webhook_endpoint where url = 'http://127.0.0.1:9/theirs'`,
    );
    for (const operation of [
      `webhooks/endpoints/${endpoint[0]?.id}/pause`,
      `webhooks/endpoints/${endpoint[0]?.id}/resume`,
      `webhooks/deliveries/${id}/resend`,
    ]) {
      const { status, json } = await call(key, `POST ${operation}`);
      expect([status, json.code], operation).toEqual([404, 'not_found']);
    }
  });
});
