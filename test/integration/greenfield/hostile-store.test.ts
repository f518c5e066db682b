import type { ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { apiKey } from '@/db/schema/accounts';
import { payment } from '@/db/schema/payments';
import { Problem } from '@/lib/domain/problems';
import { STORE_ID } from '@/test/support/btcpay-server';
import { openImportMerchant } from '@/test/support/import-merchant';

type Merchant = Awaited<ReturnType<typeof openImportMerchant>>;
let shop: Merchant;
const open = async () => {
  shop = await openImportMerchant();
  return shop;
};
afterEach(() => shop[Symbol.asyncDispose]());

const json =
  (body: unknown, status = 200) =>
  (response: ServerResponse) =>
    void response.writeHead(status).end(JSON.stringify(body));

/** Returns the error of an import, and checks that nothing was written. */
async function refusal(importing: Promise<unknown>): Promise<Problem> {
  const refused = await importing.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(Problem);
  expect(await shop.db.$count(apiKey)).toBe(0);
  expect(await shop.db.$count(payment)).toBe(0);
  return refused as Problem;
}

test('the error for a wrong API key names the cause of the failed import without quoting the key', async () => {
  const { import: run, client } = await open();
  const refused = await refusal(run({ client: client({ key: 'f'.repeat(40) }) }));
  expect(refused.errors?.[0]).toMatchObject({ pointer: '/key', code: 'refused' });
  expect(refused.detail).not.toContain('ffff');
});

test('the error for a missing permission names the permission', async () => {
  await open();
  const missingPermission = 'btcpay.store.canmodifystoresettings';
  shop.btcpay.answer(/BTC-CHAIN$/, json({ code: 'missing-permission', missingPermission }, 403));
  expect((await refusal(shop.import())).detail).toContain(missingPermission);
});

test('an import makes no connection to a URL that webhooks may not reach', async () => {
  const { client, import: run, btcpay } = await open();
  const policy = { allowPrivate: false };
  const { url } = btcpay;
  const refused = await refusal(run({ client: client({ url, policy }) }));
  expect(refused.errors?.[0]).toMatchObject({ pointer: '/url', code: 'not_allowed' });
  expect(btcpay.requests).toEqual([]);
});

test('an import follows no redirect, so that only the given BTCPay server receives the key', async () => {
  await open();
  shop.btcpay.answer(/./, (response) =>
    response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  );
  expect((await refusal(shop.import())).detail).toContain('HTTP status 302');
});

test('an import cuts off an endless response', async () => {
  await open();
  shop.btcpay.answer(/invoices$/, (response) => {
    response.writeHead(200).on('drain', () => response.write('['.repeat(1_000_000)));
    response.write('['.repeat(1_000_000));
  });
  expect((await refusal(shop.import())).errors?.[0]?.code).toBe('too_long');
});

test.each<[string, RegExp, unknown]>([
  ['a page of another program', /./, 'hello'],
  ['a list in place of a store', new RegExp(`${STORE_ID}$`), []],
  ['an invoice with a negative amount', /payment-methods$/, methodWith({ amount: '-1' })],
  ['more than all bitcoin', /payment-methods$/, methodWith({ amount: '21000001' })],
  ['a time beyond all years', /invoices$/, [{ id: 'x', createdTime: 1e20 }]],
])('an import with %s is refused completely', async (_, path, body) => {
  await open();
  shop.btcpay.store.invoices = [{ id: 'one', index: 1, status: 'New' }];
  shop.btcpay.answer(path, json(body));
  expect((await refusal(shop.import())).errors?.[0]?.code).toBe('unreadable');
});

function methodWith(fields: object) {
  const method = { paymentMethodId: 'BTC-CHAIN', destination: 'x', rate: '1', payments: [] };
  return [{ ...method, ...fields }];
}

test('an import ends even if the server repeats a page endlessly', async () => {
  await open();
  shop.btcpay.store.invoices = [{ id: 'one', index: 1, status: 'New' }];
  const page = await fetch(`${shop.btcpay.url}/api/v1/stores/${STORE_ID}/invoices`, {
    headers: { authorization: 'token a0b1c2d3e4f5a0b1c2d3e4f5a0b1c2d3e4f5a0b1' },
  });
  shop.btcpay.answer(/invoices$/, json(await page.json()));
  expect((await shop.import()).imported).toBe(1);
});

test('an import refuses addresses of another network', async () => {
  await open();
  const address = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
  shop.btcpay.store.invoices = [{ id: 'real', index: 1, address, status: 'New' }];
  expect((await refusal(shop.import())).code).toBe('address_network_mismatch');
});

test('an import refuses a block of another chain', async () => {
  await open();
  const [mined] = await shop.mine();
  await shop.sync();
  const block = { height: mined?.height ?? 0, hash: 'cd'.repeat(32) };
  const payments = [{ txid: 'ab'.repeat(32), vout: 0, value: '0.0003', block }];
  shop.btcpay.store.invoices = [{ id: 'paid', index: 1, status: 'Settled', payments }];
  expect((await refusal(shop.import())).code).toBe('address_network_mismatch');
});

test('an import is refused until this server has read the blocks that contain the imported payments', async () => {
  await open();
  const block = { height: 1_000_000, hash: 'cd'.repeat(32) };
  const payments = [{ txid: 'ab'.repeat(32), vout: 0, value: '0.0003', block }];
  shop.btcpay.store.invoices = [{ id: 'paid', index: 1, status: 'Settled', payments }];
  expect((await refusal(shop.import())).code).toBe('network_unavailable');
});

test.each([
  [
    'of another wallet',
    { address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', keyPath: '0/1' },
  ],
  [
    'of the change branch',
    { address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', keyPath: '1/1' },
  ],
])('an import is refused if BTCPay’s next address is %s', async (_, answer) => {
  await open();
  shop.btcpay.answer(/wallet\/address$/, json(answer));
  expect((await refusal(shop.import())).errors?.[0]?.code).toBe('other_addresses');
});

test('an import is refused if BTCPay’s next address would use up the wallet’s indexes', async () => {
  await open();
  const index = 2_000_000_000;
  const answer = { address: shop.addressAt(index), keyPath: `0/${index}` };
  shop.btcpay.answer(/wallet\/address$/, json(answer));
  expect((await refusal(shop.import())).errors?.[0]?.code).toBe('other_addresses');
});

test('the error names the cause: a store without an on-chain wallet, or an unknown store', async () => {
  await open();
  shop.btcpay.answer(/BTC-CHAIN$/, json({ code: 'paymentmethod-not-found' }, 404));
  expect((await refusal(shop.import())).errors?.[0]?.code).toBe('no_wallet');
  shop.btcpay.answer(/./, json({ code: 'store-not-found' }, 404));
  expect((await refusal(shop.import())).errors?.[0]?.code).toBe('not_found');
});

test('an import shortens or omits texts that are too long or unsafe', async () => {
  await open();
  shop.btcpay.store.name = `\u0000Shop\n${'x'.repeat(500)}`;
  const deep = JSON.parse(`${'['.repeat(2_000)}${']'.repeat(2_000)}`);
  shop.btcpay.store.invoices = [
    { id: 'zero', index: 1, status: 'New', metadata: { orderId: 'order-zero\u0000', deep } },
    {
      id: 'long',
      index: 2,
      status: 'New',
      metadata: { orderId: 'order-long', x: 'y'.repeat(20_000) },
    },
  ];
  await shop.import();
  const [key] = await shop.db.select().from(apiKey);
  expect(key?.name).toBe(`Shop ${'x'.repeat(35)}`);
  expect((await shop.paymentOf('zero')).invoice.orderId).toBe('order-zero');
  expect((await shop.paymentOf('long')).invoice.metadata).toEqual({
    orderId: 'order-long',
    btcpayInvoiceId: 'long',
  });
});
