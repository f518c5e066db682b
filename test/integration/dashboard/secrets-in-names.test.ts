import { expect, test } from 'vitest';
import { EVENT_TYPES } from '@/lib/domain/event-types';
import { createTestActor } from '@/test/support/actor';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';

const base = await openForTestFile(createTestDatabase());
const api = createTestApi(base);
const key = await createTestKey(base.db, { webhookEvents: EVENT_TYPES });

test('a member can deactivate a payment link whose public title contains a secret', async () => {
  const owner = await createTestActor(base.db, key.merchantId);
  const body = { title: `Order ${key.signingSecret}`, amount_sats: 1_000 };
  const link = await api.call({ path: '/v1/btc/payment_links', key: key.apiKey, body });
  expect(link.status).toBe(201);
  const path = `/api/dashboard/payment-links/${link.json.id}/deactivate`;
  const ended = await api.call({ path, as: owner, body: {} });
  expect([ended.status, ended.json.status]).toEqual([200, 'inactive']);
  const log = await api.call({ path: '/api/dashboard/audit', as: owner });
  expect(log.text).not.toContain(key.signingSecret);
});

test('a member can pause and resume an endpoint whose host looks like a secret', async () => {
  const owner = await createTestActor(base.db, key.merchantId);
  const url = 'https://whsec_demo.shop.example/hook';
  const body = { amount_sats: 1_000, webhook_url: url };
  const { json } = await api.call({ path: '/v1/btc/payments', key: key.apiKey, body });
  await api.call({ path: `/v1/btc/payments/${json.id}/cancel`, key: key.apiKey, body: {} });
  const { json: list } = await api.call({ path: '/api/dashboard/endpoints', as: owner });
  expect(list.data).toMatchObject([{ url }]);
  for (const verb of ['pause', 'resume']) {
    const path = `/api/dashboard/endpoints/${list.data[0].id}/${verb}`;
    expect((await api.call({ path, as: owner, body: {} })).status).toBe(200);
  }
});
