import { beforeEach, expect, test } from 'vitest';
import { createTestActor } from '@/test/support/actor';
import { createTestApi } from '@/test/support/api';
import { openLinkMerchant } from '@/test/support/link-merchant';
import { openForTestFile } from '@/test/support/open-for-test-file';

const URLS = { first: 'https://shop.example/hooks?shop=1', second: 'https://shop.example/other' };

const shop = await openForTestFile(openLinkMerchant());
const api = createTestApi(shop.base);
const owner = await createTestActor(shop.base.db, shop.key.merchantId, 'owner');
beforeEach(() => setDefault(URLS.first));

const setDefault = (url: string | null, as = owner, on = api) =>
  on.call({
    method: 'PATCH',
    path: `/api/dashboard/keys/${shop.key.id}`,
    as,
    body: { default_webhook_url: url },
  });

const create = (body: object, headers = {}) =>
  api.call({
    path: '/v1/btc/payments',
    key: shop.key.apiKey,
    body: { amount_sats: 1_000, ...body },
    headers,
  });

test('a payment has the webhook URL of its create request, or else its API key’s default URL', async () => {
  expect((await create({})).json.webhook_url).toBe(URLS.first);
  expect((await create({ webhook_url: null })).json.webhook_url).toBe(URLS.first);
  expect((await create({ webhook_url: URLS.second })).json.webhook_url).toBe(URLS.second);
  await setDefault(null);
  expect((await create({})).json.webhook_url).toBeNull();
});

test('payments created by links and in the dashboard use the default webhook URL too', async () => {
  const { id } = await shop.link();
  expect((await shop.click(id)).webhookUrl).toBe(URLS.first);
  const made = await api.call({
    method: 'POST',
    path: '/api/dashboard/payments',
    as: owner,
    body: { api_key_id: shop.key.id, amount_sats: 1_000 },
  });
  expect(made.json.webhook_url).toBe(URLS.first);
});

test('events go to the URL that was set when their payment was created', async () => {
  const { id } = await shop.link();
  const row = await shop.click(id);
  await setDefault(URLS.second);
  await shop.payInFull(row);
  const [event] = await shop.events(row.id);
  expect(JSON.parse(event?.body ?? '').data.webhook_url).toBe(URLS.first);
  const path = `/v1/btc/payments/${row.id}`;
  const { json } = await api.call({ path, key: shop.key.apiKey });
  expect(json.webhook_url).toBe(URLS.first);
});

test('a repeated create request gets the first response again, even if the default webhook URL has changed', async () => {
  const first = await create({}, { 'idempotency-key': 'order-1' });
  await setDefault(URLS.second);
  const again = await create({}, { 'idempotency-key': 'order-1' });
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect([again.status, again.text]).toEqual([201, first.text]);
});

test('an unusable default webhook URL is rejected with a pointer to its field, and changes nothing', async () => {
  const strict = createTestApi(shop.base, { WEBHOOK_PRIVATE_TARGETS: 'deny' });
  const refused = await setDefault('http://10.0.0.1/hooks', owner, strict);
  expect([refused.status, refused.json.code]).toEqual([422, 'webhook_url_rejected']);
  expect(refused.json.errors[0].pointer).toBe('/default_webhook_url');
  for (const bad of ['', 'shop.example', 'https://a b.example']) {
    expect((await setDefault(bad)).json.errors[0].pointer).toBe('/default_webhook_url');
  }
  expect((await create({})).json.webhook_url).toBe(URLS.first);
});

test('only an owner can set the default webhook URL', async () => {
  const member = await createTestActor(shop.base.db, shop.key.merchantId, 'member');
  expect((await setDefault(URLS.second, member)).status).toBe(403);
  expect((await create({})).json.webhook_url).toBe(URLS.first);
});
