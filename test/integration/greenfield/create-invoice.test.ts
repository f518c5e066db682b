import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { greenfieldInvoice } from '@/db/schema/greenfield';
import { payment } from '@/db/schema/payments';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey } from '@/test/support/factories';
import { createPairing, createPluginSender } from '@/test/support/greenfield';
import { openForTestFile } from '@/test/support/open-for-test-file';

const base = await openForTestFile(createTestDatabase());
const key = await createTestKey(base.db, { name: 'Web shop' });
const { token } = await createPairing(base, key);
const api = createTestApi(base, { BITCOIN_REGTEST: 'sandbox' });
const call = createPluginSender(api, token);
const INVOICES = `stores/${key.id}/invoices`;
const create = async (body: unknown) => call('POST', INVOICES, { body });
const created = async (body: object = {}) => {
  const { json } = await create({ amount: '5.00', currency: 'EUR', ...body });
  return json;
};

test('an invoice with a price becomes a payment at the current rate, with BTCPay’s defaults', async () => {
  const invoice = await created();
  const [row] = await base.db.select().from(payment).where(eq(payment.id, invoice.id));
  expect(row).toMatchObject({ amountSats: 10_000, requiredConfirmations: 1, tolerancePpm: 0 });
  expect(invoice).toMatchObject({
    storeId: key.id,
    amount: '5.00',
    paidAmount: '0',
    currency: 'EUR',
    status: 'New',
    additionalStatus: 'None',
    checkoutLink: `https://pay.example/i/${invoice.id}`,
    metadata: {},
  });
  expect(invoice.expirationTime - invoice.createdTime).toBe(900);
  expect(invoice.monitoringExpiration - invoice.expirationTime).toBe(86_400);
});

test('null in a field of an invoice means the default, and unknown fields are ignored', async () => {
  const nothing = Object.fromEntries(
    ['speedPolicy', 'paymentMethods', 'defaultPaymentMethod', 'expirationMinutes'].map((name) => [
      name,
      null,
    ]),
  );
  const given = {
    metadata: null,
    checkout: { ...nothing, buyerEmail: 'a@b.example' },
    junk: [1],
  };
  expect(await created(given)).toMatchObject({ checkout: { expirationMinutes: 15 } });
  expect(await created({ checkout: null })).toMatchObject({
    checkout: { monitoringMinutes: 1440 },
  });
});

test('the amount of an invoice may be a string or a number, in a fiat currency, BTC or SATS', async () => {
  const asked = [
    [{ amount: 5, currency: 'eur' }, '5.00', 10_000],
    [{ amount: 0.1 + 0.2, currency: 'EUR' }, '0.30', 600],
    [{ amount: '0.0001', currency: 'BTC' }, '0.00010000', 10_000],
    [{ amount: 2_100, currency: 'SATS' }, '2100', 2_100],
  ] as const;
  for (const [body, amount, sats] of asked) {
    const invoice = await created(body);
    const [row] = await base.db.select().from(payment).where(eq(payment.id, invoice.id));
    expect([invoice.amount, row?.amountSats]).toEqual([amount, sats]);
  }
});

test('the checkout options set expiry, confirmations, tolerance and return URL', async () => {
  const invoice = await created({
    metadata: { orderId: 'A 1' },
    checkout: {
      speedPolicy: 'LowSpeed',
      expirationMinutes: 30,
      monitoringMinutes: '60',
      paymentTolerance: 0.5,
      redirectURL: 'https://shop.example/thanks?order={OrderId}&invoice=%7BInvoiceId%7D',
      redirectAutomatically: true,
      defaultLanguage: 'de-DE',
      paymentMethods: ['BTC_CHAIN'],
    },
  });
  const { json } = await api.call({ path: `/v1/btc/payments/${invoice.id}`, key: key.apiKey });
  expect(json).toMatchObject({
    required_confirmations: 6,
    underpayment_tolerance_ppm: 5_000,
    reference: 'A 1',
    locale: 'de',
    return_url: 'https://shop.example/thanks?order=A%201&invoice={PAYMENT_ID}',
    return_automatically: true,
  });
  expect(invoice.expirationTime - invoice.createdTime).toBe(1_800);
  expect(invoice.checkout).toMatchObject({ speedPolicy: 'LowSpeed', monitoringMinutes: 60 });
});

test('a tolerance above 1 % is reduced to 1 %, and the response contains the reduced value', async () => {
  const { checkout } = await created({ checkout: { paymentTolerance: 50 } });
  expect(checkout.paymentTolerance).toBe(1);
});

test('metadata is returned unchanged, and sets the payment’s customer and description', async () => {
  const metadata = {
    orderId: 1234,
    buyerName: 'Ada\nLovelace',
    buyerEmail: 'Ada@Example.com',
    itemDesc: 'Tea',
    posData: { cart: [{ price: 1.5, nothing: null }] },
    __proto__x: '日本',
  };
  const invoice = await created({ metadata });
  expect(invoice.metadata).toEqual(metadata);
  const { json } = await api.call({ path: `/v1/btc/payments/${invoice.id}`, key: key.apiKey });
  expect(json).toMatchObject({
    reference: '1234',
    description: 'Tea',
    customer: { name: 'Ada Lovelace', email: 'ada@example.com' },
  });
});

test.each([
  [{ amount: null }, 'amount', 'no top-up invoices'],
  [{ amount: '0' }, 'amount', 'above zero'],
  [{ amount: '-1' }, 'amount', 'above zero'],
  [{ amount: [] }, 'amount', 'decimal number'],
  [{ amount: '1e99' }, 'amount', 'above zero'],
  [{ currency: 'XXX' }, 'currency', 'Must be a currency'],
  [{ currency: 'ISK' }, 'currency', 'fixed rate'],
  [{ amount: '99999999999', currency: 'BTC' }, 'amount', 'more than all bitcoin'],
  [{ metadata: [] }, 'metadata', 'Must be an object'],
  [{ metadata: { a: ['\0'] } }, 'metadata', 'U+0000'],
  [{ checkout: { speedPolicy: 'Fast' } }, 'checkout.speedPolicy', 'Must be one of'],
  [{ checkout: { expirationMinutes: 0 } }, 'checkout.expirationMinutes', 'minutes from 1'],
  [{ checkout: { paymentTolerance: 101 } }, 'checkout.paymentTolerance', 'from 0 to 100'],
  [{ checkout: { redirectURL: '/thanks' } }, 'checkout.redirectURL', 'complete URL'],
  [{ checkout: { paymentMethods: ['BTC-LN'] } }, 'checkout.paymentMethods', 'on-chain only'],
])('%j is refused with 422 and the path of the field', async (change, path, message) => {
  const { status, json } = await create({ amount: '5.00', currency: 'EUR', ...change });
  expect(status).toBe(422);
  expect(json).toEqual([{ path, message: expect.stringContaining(message) }]);
});

test('a refused invoice stores no payment and no invoice', async () => {
  const count = () => Promise.all([base.db.$count(payment), base.db.$count(greenfieldInvoice)]);
  const before = await count();
  await create({ amount: '5', currency: 'EUR', checkout: { redirectURL: 'nowhere' } });
  expect(await count()).toEqual(before);
});
