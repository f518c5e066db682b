import { beforeEach, expect, test } from 'vitest';
import { greenfieldWebhook } from '@/db/schema/greenfield';
import { newId } from '@/lib/domain/ids';
import { listPairings } from '@/lib/greenfield/pairings/list-pairings';
import { ALL_PERMISSIONS } from '@/lib/greenfield/permissions';
import { readManualInvoiceStatus } from '@/lib/greenfield/read-manual-invoice-status';
import { createTestActor } from '@/test/support/actor';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey } from '@/test/support/factories';
import { createPairing, createPluginSender } from '@/test/support/greenfield';
import { openForTestFile } from '@/test/support/open-for-test-file';

const base = await openForTestFile(createTestDatabase());
const api = createTestApi(base, { BITCOIN_REGTEST: 'sandbox' });
let key = await createTestKey(base.db);

beforeEach(async () => {
  key = await createTestKey(base.db);
});

const list = async () => listPairings(base.db, await createTestActor(base.db, key.merchantId));

async function connect(label: string, redirectUrl?: string) {
  const { id, token } = await createPairing(base, key, ALL_PERMISSIONS, label, redirectUrl);
  const post = (path: string, body: object) =>
    createPluginSender(api, token)('POST', `stores/${key.id}/${path}`, { body });
  return { id, post };
}

test('a shop is listed with its API key’s webhooks, except webhooks at the host of another shop', async () => {
  const tea = await connect('WooCommerce', 'https://tea.example/back');
  await connect('Magento', 'https://mugs.example/back');
  const zap = await connect('Zapier');
  const urls = {
    tea: 'https://tea.example/?wc-api=btcpay',
    mugs: 'https://mugs.example/btcpay',
    zap: 'https://hooks.zapier.example/1',
  };
  for (const url of Object.values(urls)) {
    await base.db.insert(greenfieldWebhook).values({
      ...{ id: newId('storeWebhook'), apiKeyId: key.id, url, createdAt: new Date() },
    });
  }
  const found = new Map((await list()).map(({ id, webhooks }) => [id, webhooks]));
  expect(found.get(tea.id)).toEqual([urls.zap, urls.tea]);
  expect(found.get(zap.id)).toEqual([urls.zap]);
});

test('a shop is listed with the last order and the manually marked invoices from its plugin', async () => {
  const woo = await connect('WooCommerce');
  const zap = await connect('Zapier');
  const order = (orderId: string) =>
    woo.post('invoices', { amount: '5000', currency: 'SATS', metadata: { orderId } });
  const { id: first } = (await order('1')).json;
  const { id: second } = (await order('2')).json;
  await woo.post(`invoices/${first}/status`, { status: 'Settled' });
  await woo.post(`invoices/${second}/status`, { status: 'Invalid' });
  const found = new Map((await list()).map((one) => [one.id, one]));
  expect(found.get(woo.id)).toMatchObject({
    lastOrder: { id: second, reference: '2' },
    marked: { count: 2, paymentId: second, mark: 'Invalid' },
  });
  expect(found.get(zap.id)).toMatchObject({ lastOrder: null, marked: null });
});

test('a manually set invoice status is shown with the plugin or API key that set the status', async () => {
  const woo = await connect('WooCommerce');
  const order = { amount: '5000', currency: 'SATS' };
  const { id: byPlugin } = (await woo.post('invoices', order)).json;
  expect(await readManualInvoiceStatus(base.db, byPlugin)).toBeNull();
  await woo.post(`invoices/${byPlugin}/status`, { status: 'Settled' });
  expect(await readManualInvoiceStatus(base.db, byPlugin)).toMatchObject({
    mark: 'Settled',
    by: 'WooCommerce',
  });
  const { id: byKey } = (await woo.post('invoices', order)).json;
  const path = `stores/${key.id}/invoices/${byKey}/status`;
  await createPluginSender(api, key.apiKey)('POST', path, { body: { status: 'Invalid' } });
  expect(await readManualInvoiceStatus(base.db, byKey)).toMatchObject({
    mark: 'Invalid',
    by: key.actor.name,
  });
});
