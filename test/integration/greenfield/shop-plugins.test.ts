import { expect, test } from 'vitest';
import { toSats } from '@/lib/domain/sats';
import { type PairedPlugin, permissionsOf } from '@/test/greenfield/plugins';
import { createTestApi } from '@/test/support/api';
import { createPairing, createPluginSender } from '@/test/support/greenfield';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openSandboxShop } from '@/test/support/sandbox-shop';

const shop = await openSandboxShop();
await openForTestFile(Promise.resolve(shop));
const { base, key } = shop;
const api = createTestApi(base, { BITCOIN_REGTEST: 'sandbox' }, undefined, shop.now);
const STORE = `stores/${key.id}`;

async function open(plugin: PairedPlugin) {
  const { token } = await createPairing(base, key, permissionsOf(plugin), plugin);
  const call = createPluginSender(api, token);
  // Plugins written in PHP accept only this success status.
  return async (method: string, path: string, body?: unknown) => {
    const { status, json, text } = await call(method, path, body === undefined ? {} : { body });
    expect([status, text], `${method} ${path}`).toEqual([200, text]);
    return json;
  };
}

/** greenfield-php sends all options with every checkout, and null for options not chosen. */
const checkoutOptions = (chosen: object) => ({
  speedPolicy: null,
  paymentMethods: null,
  expirationMinutes: null,
  monitoringMinutes: null,
  paymentTolerance: null,
  redirectURL: null,
  redirectAutomatically: null,
  defaultLanguage: null,
  ...chosen,
});

const HOOK = 'http://127.0.0.1:9/btcpay';
const EVENTS = [
  'InvoiceReceivedPayment',
  'InvoicePaymentSettled',
  'InvoiceProcessing',
  'InvoiceExpired',
  'InvoiceSettled',
  'InvoiceInvalid',
];
const webhook = (more: object = {}) => ({
  url: HOOK,
  enabled: true,
  automaticRedelivery: true,
  authorizedEvents: { everything: false, specificEvents: EVENTS },
  secret: null,
  ...more,
});
const EVERYTHING = { everything: true, specificEvents: null };

const buyer = {
  buyerName: 'Ada Lovelace',
  buyerEmail: 'ada@shop.example',
  buyerAddress1: 'Main Street 1',
  buyerAddress2: '',
  buyerCity: 'London',
  buyerState: '',
  buyerZip: 'N1',
  buyerCountry: 'GB',
  buyerPhone: null,
};

test('WooCommerce’s plugin: the setup, an order and a manual status change work', async () => {
  const call = await open('WooCommerce');
  const { permissions } = await call('GET', 'api-keys/current');
  expect(permissions).toHaveLength(5);
  // The plugin reads the store's id after the colon of the first permission.
  expect(permissions[0].split(':')).toEqual(['btcpay.store.canviewinvoices', key.id]);
  expect(new Set(permissions.map((one: string) => one.split(':')[1]))).toEqual(new Set([key.id]));
  expect((await call('GET', 'stores')).length).toBeGreaterThan(0);
  const { version } = await call('GET', 'server/info');
  expect(Number(version.split('.')[0])).toBeGreaterThanOrEqual(2);
  const [method] = await call('GET', `${STORE}/payment-methods`);
  expect([method.enabled, method.paymentMethodId.replace('-', '_')]).toEqual([true, 'BTC_CHAIN']);
  const hook = await call('POST', `${STORE}/webhooks`, webhook());
  expect(hook.secret.length).toBeGreaterThan(10);
  expect(await call('GET', `${STORE}/webhooks/${hook.id}`)).toMatchObject({
    id: hook.id,
    url: HOOK,
  });
  const updated = await call('PUT', `${STORE}/webhooks/${hook.id}`, webhook());
  expect(updated.authorizedEvents.specificEvents).toEqual(EVENTS);

  const invoice = await call('POST', `${STORE}/invoices`, {
    amount: '25.00',
    currency: 'EUR',
    metadata: {
      ...buyer,
      orderId: '1042',
      orderUrl: 'https://shop.example/o/1042',
      physical: true,
    },
    checkout: checkoutOptions({
      paymentMethods: ['BTC_CHAIN'],
      redirectURL: 'https://shop.example/checkout/order-received/1042/?key=wc_order_x',
      redirectAutomatically: true,
      defaultLanguage: 'en-US',
    }),
  });
  expect(invoice.checkoutLink).toMatch(new RegExp(`/i/${invoice.id}$`));

  const read = await call('GET', `${STORE}/invoices/${invoice.id}`);
  expect([read.status, read.checkout.paymentMethods]).toEqual(['New', ['BTC-CHAIN']]);
  await shop.pay(invoice.id, toSats(50_000));
  const [paid] = await call('GET', `${STORE}/invoices/${invoice.id}/payment-methods`);
  expect(Number(paid.paymentMethodPaid)).toBeGreaterThan(0);
  expect(paid.payments[0].id.split('-')[0]).toMatch(/^[0-9a-f]{64}$/);

  const marked = await call('POST', `${STORE}/invoices/${invoice.id}/status`, {
    status: 'Invalid',
  });
  expect([marked.status, marked.additionalStatus]).toEqual(['Invalid', 'Marked']);
});

test('PrestaShop’s plugin: the setup, an order and its settled payments work', async () => {
  const call = await open('PrestaShop');
  expect((await call('GET', 'api-keys/current')).permissions).toHaveLength(6);
  expect((await call('GET', STORE)).name).toBeTruthy();
  expect((await call('GET', `${STORE}/payment-methods`)).length).toBeGreaterThan(0);
  expect(await call('GET', `${STORE}/payment-methods/OnChain`)).toEqual([
    { cryptoCode: 'BTC', enabled: true },
  ]);
  expect(await call('GET', `${STORE}/payment-methods/LightningNetwork`)).toEqual([]);
  const own = webhook({ secret: 'made-by-the-shop', authorizedEvents: EVERYTHING });
  const hook = await call('POST', `${STORE}/webhooks`, own);
  expect(hook.secret, 'the plugin compares it with its own').toBe('made-by-the-shop');
  expect((await call('GET', `${STORE}/webhooks/${hook.id}`)).enabled).toBe(true);
  await call('DELETE', `${STORE}/webhooks/${hook.id}`);
  // Unless this field is true, the plugin hides its payment option from customers.
  expect((await call('GET', 'server/info')).fullySynched).toBe(true);

  const posData = { cart: 7, plugin: { module: 'prestashop' } };
  const { id } = await call('POST', `${STORE}/invoices`, {
    amount: '25.000000',
    currency: 'EUR',
    metadata: {
      ...buyer,
      orderId: 'ABCDEF',
      posData,
      itemDesc: 'Purchase: Shop',
      taxIncluded: 4.2,
    },
    checkout: checkoutOptions({ speedPolicy: 'MediumSpeed', redirectURL: 'https://shop.example/' }),
  });
  expect((await call('GET', `${STORE}/invoices/${id}`)).metadata.posData).toEqual(posData);
  await shop.pay(id, toSats(50_000));
  await shop.mine(id);
  const [{ payments, rate }] = await call('GET', `${STORE}/invoices/${id}/payment-methods`);
  expect(payments.map(({ status }: { status: string }) => status)).toEqual(['Settled']);
  expect(Number(payments[0].value) * Number(rate)).toBeCloseTo(25);
});

test('Magento’s plugin: the setup and an order work, and the order’s invoice is found', async () => {
  const call = await open('Magento 2');
  const { permissions } = await call('GET', 'api-keys/current');
  const names = permissions.map((one: string) => one.split(':')[0]);
  expect(names.sort()).toEqual(permissionsOf('Magento 2').sort());
  expect((await call('GET', 'stores')).map(({ id }: { id: string }) => id)).toEqual([key.id]);
  const url = `${HOOK}/magento`;
  const own = webhook({ url, secret: 'magento-secret', authorizedEvents: EVERYTHING });
  expect((await call('POST', `${STORE}/webhooks`, own)).secret).toBe('magento-secret');
  const hooks = await call('GET', `${STORE}/webhooks`);
  const [hook] = hooks.filter((one: { url: string }) => one.url === url);
  await call('DELETE', `${STORE}/webhooks/${hook.id}`);
  const { id } = await call('POST', `${STORE}/invoices`, {
    amount: '25.0000',
    currency: 'EUR',
    metadata: { ...buyer, orderId: '000000012', magentoStoreId: '1', magentoOrderId: '12' },
    checkout: checkoutOptions({
      redirectURL: 'https://shop.example/btcpay/redirect/return/invoiceId/%7BInvoiceId%7D',
    }),
  });
  const found = await call('GET', `${STORE}/invoices?orderId=000000012`);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({
    id,
    storeId: key.id,
    metadata: { orderId: '000000012', magentoStoreId: '1', magentoOrderId: '12' },
  });
  const methods = await call('GET', `${STORE}/invoices/${id}/payment-methods`);
  expect(methods.map(({ currency }: { currency: string }) => currency)).toEqual(['BTC']);
  expect([methods[0].totalPaid, Number(methods[0].rate)]).toEqual(['0', 50_000]);
  await call('POST', `${STORE}/invoices/${id}/status`, { status: 'Invalid' });
});

test('OpenCart’s plugin: an order works with the plugin’s old client library', async () => {
  const call = await open('WooCommerce');
  const hook = await call('POST', `${STORE}/webhooks`, webhook());
  await call('DELETE', `${STORE}/webhooks/${hook.id}`);
  const { id, checkoutLink } = await call('POST', `${STORE}/invoices`, {
    amount: '10.00',
    currency: 'EUR',
    metadata: { orderId: '55' },
    checkout: checkoutOptions({ redirectURL: 'https://shop.example/index.php?route=success' }),
  });
  expect(checkoutLink).toContain(id);
  const { status, additionalStatus } = await call('GET', `${STORE}/invoices/${id}`);
  expect([status, additionalStatus]).toEqual(['New', 'None']);
  // greenfield-php before 2.0 reads these fields of a payment method.
  const [method] = await call('GET', `${STORE}/invoices/${id}/payment-methods`);
  expect(method).toMatchObject({ paymentMethod: 'BTC', cryptoCode: 'BTC', networkFee: '0' });
});

test('Shopware’s plugin: the setup and an order work with the payment methods of BTCPay 1', async () => {
  const call = await open('BTCPayShopwarePlugin');
  expect(Array.isArray(await call('GET', `${STORE}/invoices`))).toBe(true);
  const hook = await call('POST', `${STORE}/webhooks`, { url: HOOK });
  expect(hook.authorizedEvents.everything).toBe(true);
  expect((await call('GET', `${STORE}/webhooks/${hook.id}`)).enabled).toBe(true);
  const methods = await call('GET', `${STORE}/payment-methods`);
  expect(methods.BTC.enabled).toBe(true);
  const { id } = await call('POST', `${STORE}/invoices`, {
    amount: 25,
    currency: 'EUR',
    metadata: { orderNumber: '10001', transactionId: 'a1b2', orderId: '10001' },
    checkout: { redirectURL: 'https://shop.example/finalize', paymentMethods: ['BTC'] },
  });
  const { metadata } = await call('GET', `${STORE}/invoices/${id}`);
  expect(metadata).toMatchObject({ orderNumber: '10001', transactionId: 'a1b2' });
});
