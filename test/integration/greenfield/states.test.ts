import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { INVOICE_STATUSES } from '@/db/schema/greenfield';
import { payment } from '@/db/schema/payments';
import { eraseCustomer } from '@/lib/customers/erase-customer';
import { toSats } from '@/lib/domain/sats';
import { createTestActor } from '@/test/support/actor';
import { createTestApi } from '@/test/support/api';
import { createPluginSender } from '@/test/support/greenfield';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openSandboxShop } from '@/test/support/sandbox-shop';

const shop = await openSandboxShop();
await openForTestFile(Promise.resolve(shop));
const { base, key } = shop;
const api = createTestApi(base, { BITCOIN_REGTEST: 'sandbox' }, undefined, shop.now);
const call = createPluginSender(api, key.apiKey);
const INVOICES = `stores/${key.id}/invoices`;

async function create(): Promise<string> {
  const body = { amount: '25.00', currency: 'EUR', checkout: { expirationMinutes: 60 } };
  return (await call('POST', INVOICES, { body })).json.id;
}
async function stateOf(id: string) {
  const { json } = await call('GET', `${INVOICES}/${id}`);
  const { status, additionalStatus, paidAmount } = json;
  const [method] = (await call('GET', `${INVOICES}/${id}/payment-methods`)).json;
  const outputs = method.payments.map((one: { status: string }) => one.status);
  return [status, additionalStatus, paidAmount, method.due, ...outputs];
}

const AMOUNT = 50_000;

test('an invoice is New at first, Processing once it is paid, and Settled once it is confirmed', async () => {
  const id = await create();
  expect(await stateOf(id)).toEqual(['New', 'None', '0', '0.0005']);
  await shop.pay(id, toSats(AMOUNT));
  expect(await stateOf(id)).toEqual(['Processing', 'None', '25.00', '0', 'Processing']);
  await shop.mine(id);
  expect(await stateOf(id)).toEqual(['Settled', 'None', '25.00', '0', 'Settled']);
  const [method] = (await call('GET', `${INVOICES}/${id}/payment-methods`)).json;
  const [row] = await base.db.select().from(payment).where(eq(payment.id, id));
  expect(method.payments[0]).toMatchObject({
    id: expect.stringMatching(`^${row?.txid}-\\d+$`),
    value: '0.0005',
    destination: row?.address,
  });
  // PrestaShop's plugin multiplies the value by the rate to get the amount that it books.
  expect(Number(method.payments[0].value) * Number(method.rate)).toBeCloseTo(25);
});

test('an invoice that is paid in parts is PaidPartial, and then PaidOver if too much arrives', async () => {
  const id = await create();
  await shop.pay(id, toSats(20_000));
  expect(await stateOf(id)).toEqual(['New', 'PaidPartial', '10.00', '0.0003', 'Processing']);
  await shop.pay(id, toSats(40_000));
  expect(await stateOf(id)).toEqual([
    'Processing',
    'PaidOver',
    '30.00',
    '-0.0001',
    'Processing',
    'Processing',
  ]);
});

test('an invoice with late money is Expired and PaidLate, even once the money is confirmed', async () => {
  const id = await create();
  const partial = await create();
  await shop.pay(partial, toSats(20_000));
  await shop.expire();
  expect((await stateOf(id)).slice(0, 2)).toEqual(['Expired', 'None']);
  expect((await stateOf(partial)).slice(0, 2)).toEqual(['Expired', 'PaidPartial']);
  await shop.pay(id, toSats(AMOUNT));
  expect((await stateOf(id)).slice(0, 2)).toEqual(['Expired', 'PaidLate']);
  await shop.mine(id);
  expect(await stateOf(id)).toEqual(['Expired', 'PaidLate', '25.00', '0', 'Settled']);
});

test('an invoice is New after a double spend, and Invalid after its expiry', async () => {
  const id = await create();
  await shop.pay(id, toSats(AMOUNT));
  await shop.takeBack(id);
  expect((await stateOf(id)).slice(0, 2)).toEqual(['New', 'None']);
  const [method] = (
    await call('GET', `${INVOICES}/${id}/payment-methods?onlyAccountedPayments=false`)
  ).json;
  expect(method.payments.map((one: { status: string }) => one.status)).toEqual(['Invalid']);
  await shop.expire();
  expect((await stateOf(id)).slice(0, 2)).toEqual(['Invalid', 'None']);
});

test('the invoice of a canceled payment is Expired', async () => {
  const id = await create();
  await api.call({ method: 'POST', path: `/v1/btc/payments/${id}/cancel`, key: key.apiKey });
  expect((await stateOf(id)).slice(0, 2)).toEqual(['Expired', 'None']);
});

test('the status filter finds exactly the invoices with the given status', async () => {
  await create();
  await shop.pay(await create(), toSats(AMOUNT));
  const marked = await create();
  await call('POST', `${INVOICES}/${marked}/status`, { body: { status: 'Settled' } });
  const listed = (await call('GET', `${INVOICES}?take=200`)).json;
  const seen = new Set();
  for (const status of INVOICE_STATUSES) {
    const found = (await call('GET', `${INVOICES}?take=200&status=${status}`)).json;
    const wanted = listed.filter((one: { status: string }) => one.status === status);
    expect(found, status).toEqual(wanted);
    if (wanted.length > 0) seen.add(status);
  }
  expect([...seen]).toEqual([...INVOICE_STATUSES]);
});

test('erasing a customer removes the buyer from the metadata, and keeps the order', async () => {
  const buyer = { buyerName: 'Marker Ann', buyerEmail: 'marker@a.example', buyerCity: 'Markerham' };
  const body = { amount: '1', currency: 'EUR', metadata: { ...buyer, orderId: '7', cart: [1] } };
  const { json } = await call('POST', INVOICES, { body });
  await shop.pay(json.id, toSats(2_000));
  await shop.mine(json.id);
  const owner = await createTestActor(base.db, key.merchantId, 'owner');
  expect(await eraseCustomer(base.db, owner, json.id, shop.now())).toBe(1);
  const { metadata } = (await call('GET', `${INVOICES}/${json.id}`)).json;
  expect(metadata).toEqual({ orderId: '7', cart: [1] });
});
