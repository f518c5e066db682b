import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { merchant } from '@/db/schema/accounts';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey } from '@/test/support/factories';
import { createPairing, createPluginSender } from '@/test/support/greenfield';
import { openForTestFile } from '@/test/support/open-for-test-file';

const base = await openForTestFile(createTestDatabase());
const key = await createTestKey(base.db, { name: 'Web shop' });
const api = createTestApi(base, { BITCOIN_REGTEST: 'sandbox' });
const call = createPluginSender(api, key.apiKey);
const STORE = `stores/${key.id}`;

test('a key gives access to its own store only', async () => {
  const { json } = await call('GET', 'stores');
  expect(json).toEqual([
    expect.objectContaining({
      id: key.id,
      name: 'Web shop',
      defaultCurrency: 'BTC',
      speedPolicy: 'MediumSpeed',
      invoiceExpiration: 900,
      monitoringExpiration: 86_400,
    }),
  ]);
  expect((await call('GET', STORE)).json).toEqual(json[0]);
});

test('the store has the merchant’s currency, which invoices without a currency use', async () => {
  const other = await createTestKey(base.db);
  const { id } = merchant;
  const values = { displayCurrency: 'EUR' as never };
  await base.db.update(merchant).set(values).where(eq(id, other.merchantId));
  const ask = createPluginSender(api, other.apiKey);
  expect((await ask('GET', `stores/${other.id}`)).json.defaultCurrency).toBe('EUR');
  const body = { amount: 7, currency: null };
  const { json } = await ask('POST', `stores/${other.id}/invoices`, { body });
  expect([json.amount, json.currency]).toEqual(['7.00', 'EUR']);
  const [rate] = (await ask('GET', `stores/${other.id}/rates`)).json;
  expect(rate).toEqual({ currencyPair: 'BTC_EUR', errors: [], rate: '50000' });
});

test('on-chain bitcoin is the only payment method of a store', async () => {
  const { json } = await call('GET', `${STORE}/payment-methods?includeConfig=true`);
  expect(json).toEqual([{ paymentMethodId: 'BTC-CHAIN', enabled: true, config: null }]);
});

test('plugins for BTCPay 1 get responses in the format of BTCPay 1', async () => {
  const onChain = await call('GET', `${STORE}/payment-methods/OnChain`);
  expect(onChain.json).toEqual([{ cryptoCode: 'BTC', enabled: true }]);
  const lightning = await call('GET', `${STORE}/payment-methods/LightningNetwork`);
  expect(lightning.json).toEqual([]);
  const { token } = await createPairing(base, key, undefined, 'BTCPayShopwarePlugin');
  const shopware = await createPluginSender(api, token)('GET', `${STORE}/payment-methods`);
  expect(shopware.json).toEqual({ BTC: { enabled: true } });
});

test('rates are requested as currency pairs, and a pair without a rate leaves the others unaffected', async () => {
  const { json } = await call(
    'GET',
    `${STORE}/rates?currencyPair=BTC_EUR&currencyPair=BTC_XXX&currencyPair[]=BTC_SATS`,
  );
  expect(
    json.map(({ rate, errors }: { rate: unknown; errors: [] }) => [rate, errors.length]),
  ).toEqual([
    ['50000', 0],
    [null, 1],
    ['100000000', 0],
  ]);
});

test('the server reports its API version and whether it has caught up with the chain', async () => {
  const ready = async () => (await call('GET', 'server/info')).json.fullySynched;
  expect(await ready()).toBe(false);
  await api.call({ method: 'POST', path: '/v1/sandbox/mine', key: key.apiKey, body: {} });
  const { json } = await call('GET', 'server/info');
  expect(json).toMatchObject({
    version: expect.stringMatching(/^2\./),
    supportedPaymentMethods: ['BTC-CHAIN'],
    fullySynched: true,
  });
  const health = await api.call({ method: 'GET', path: '/api/v1/health' });
  expect(health.json).toEqual({ synchronized: true });
});
