import { expect, test } from 'vitest';
import { permissionsOf } from '@/test/greenfield/plugins';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey } from '@/test/support/factories';
import { createPairing, createPluginSender } from '@/test/support/greenfield';
import { openForTestFile } from '@/test/support/open-for-test-file';

const base = await openForTestFile(createTestDatabase());
const key = await createTestKey(base.db);
const api = createTestApi(base, { BITCOIN_REGTEST: 'sandbox' });
const STORE = `stores/${key.id}`;

test('Cal.com’s plugin: an amount in satoshis as a number is accepted, and unknown fields are ignored', async () => {
  const { token } = await createPairing(base, key, permissionsOf('Cal.com'), 'Cal.com');
  const call = createPluginSender(api, token);
  const body = {
    amount: 21_000,
    currency: 'SATS',
    metadata: { bookingId: 7, orderId: 'booking-7', itemDesc: 'Half an hour' },
    checkout: {
      speedPolicy: 'HighSpeed',
      paymentMethods: ['BTC', 'BTC-LightningNetwork'],
      expirationMinutes: 15,
      buyerEmail: 'ada@shop.example',
      redirectURL: 'https://cal.example/booking/7',
    },
    additionalSearchTerms: ['booking-7'],
    receipt: { enabled: true },
  };
  const { status, json } = await call('POST', `${STORE}/invoices`, { body });
  expect(status).toBe(200);
  expect(json).toMatchObject({ storeId: key.id, amount: '21000', currency: 'SATS', status: 'New' });
  const read = await call('GET', `${STORE}/invoices/${json.id}`);
  expect(read.json).toMatchObject({ id: json.id, metadata: { bookingId: 7 } });
});

test('Medusa’s plugin: an invoice is created, updated, settled manually and archived, and a rate is returned', async () => {
  const call = createPluginSender(api, key.apiKey);
  const body = {
    amount: 25.5,
    currency: 'eur',
    metadata: { session_id: 'payses_1', orderId: 'c1' },
  };
  const { json } = await call('POST', `${STORE}/invoices`, { body });
  expect([json.amount, json.currency]).toEqual(['25.50', 'EUR']);
  const metadata = { ...json.metadata, customer: 'cus_1' };
  const updated = await call('PUT', `${STORE}/invoices/${json.id}`, { body: { metadata } });
  expect([updated.status, updated.json.metadata]).toEqual([200, metadata]);
  const rates = await call('GET', `${STORE}/rates?currencyPair=BTC_EUR`);
  expect(rates.json).toEqual([{ currencyPair: 'BTC_EUR', errors: [], rate: '50000' }]);
  const marked = await call('POST', `${STORE}/invoices/${json.id}/status`, {
    body: { status: 'Settled' },
  });
  expect(marked.json).toMatchObject({ status: 'Settled', additionalStatus: 'Marked' });
  expect((await call('DELETE', `${STORE}/invoices/${json.id}`)).status).toBe(200);
});

test('Zapier’s plugin: trailing slashes and lists in brackets are accepted, and errors are readable', async () => {
  const call = createPluginSender(api, key.apiKey);
  expect((await call('GET', 'server/info')).json.version).toBeTruthy();
  const [store] = (await call('GET', 'stores/')).json;
  expect(Math.min(store.invoiceExpiration, store.monitoringExpiration)).toBeGreaterThan(0);
  expect(store.speedPolicy).toBeTruthy();
  const authorizedEvents = { everything: false, specificEvents: ['InvoiceSettled'] };
  const hook = await call('POST', `stores/${store.id}/webhooks`, {
    body: { url: 'http://127.0.0.1:9/hooks', enabled: true, authorizedEvents },
  });
  expect(hook.json).toMatchObject({ enabled: true, authorizedEvents });
  const made = await call('POST', `stores/${store.id}/invoices/`, {
    body: { amount: 3, currency: 'EUR', metadata: { orderId: 'zap-1' }, checkout: {} },
  });
  expect(made.status).toBe(200);
  const listed = await call('GET', `stores/${store.id}/invoices/?orderId[]=zap-1&take=1`);
  expect(listed.json.map(({ id }: { id: string }) => id)).toEqual([made.json.id]);
  const marked = await call('POST', `stores/${store.id}/invoices/${made.json.id}/status/`, {
    body: { status: 'Invalid' },
  });
  expect(marked.json.status).toBe('Invalid');
  const removed = await call('DELETE', `stores/${store.id}/webhooks/${hook.json.id}`);
  expect([removed.status, removed.text]).toEqual([200, '']);
  const refused = await call('POST', `stores/${store.id}/invoices/`, { body: { currency: 'EUR' } });
  expect([refused.status, refused.json[0].message]).toEqual([422, expect.any(String)]);
});
