import { describe, expect, test } from 'vitest';
import { changeMerchantSetting } from '@/lib/accounts/change-merchant-setting';
import { getCustomer } from '@/lib/customers/get-customer';
import type { Currency } from '@/lib/domain/currency';
import { toSats } from '@/lib/domain/sats';
import { searchPayments } from '@/lib/payments/views/search-payments';
import {
  addPayment,
  addSentRefund,
  confirmedColumns,
  NOW,
  newShop as newShopIn,
  type PaymentOptions,
} from '@/test/support/customer-shop';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey, type TestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';

const base = await openForTestFile(createTestDatabase());
const newShop = () => newShopIn(base.db);
const add = (of: TestKey, made: PaymentOptions) => addPayment(base.db, of, made);
const later = (ms: number) => new Date(NOW.getTime() + ms);

describe('the list', () => {
  test('the list has one row per customer, identified by reference, or else e-mail address, or else name', async () => {
    const { key, list } = await newShop();
    await add(key, { customer: { reference: 'c-1', email: 'a@b.example', name: 'Ann' } });
    const newest = await add(key, { customer: { reference: 'c-1' }, at: later(9) });
    await add(key, { customer: { email: 'a@b.example', name: 'Ann' }, at: later(5) });
    await add(key, { customer: { name: 'Ann' }, at: later(7) });
    await add(key, { customer: null, at: later(8) });
    const { customers, total } = await list();
    expect([
      total,
      customers.map(({ reference, email, name, paymentCount }) => [
        reference,
        email,
        name,
        paymentCount,
      ]),
    ]).toEqual([
      3,
      [
        ['c-1', 'a@b.example', 'Ann', 2],
        [null, null, 'Ann', 1],
        [null, 'a@b.example', 'Ann', 1],
      ],
    ]);
    expect(customers[0]).toMatchObject({ paymentId: newest, lastPaymentAt: later(9) });
  });

  test('for each customer, the list states what the merchant earned after refunds, in the display currency and in satoshis', async () => {
    const { key, owner, list } = await newShop();
    await changeMerchantSetting(base.db, owner, 'displayCurrency', 'EUR' as Currency, NOW);
    const price = { amount: '10.00', currency: 'EUR', source: 'shop', rate: '100000' } as never;
    const change = {
      ...confirmedColumns(10_000),
      amountSats: toSats(10_000),
      requiredSats: toSats(10_000),
      price,
    };
    await add(key, { customer: { name: 'Ann' }, change });
    const paymentId = await add(key, { customer: { name: 'Ann' }, change });
    await addSentRefund(base.db, { paymentId, apiKeyId: key.id, sats: 4_000, euros: '5.00' });
    await add(key, { customer: { name: 'Ann' }, change: confirmedColumns(5) });
    await add(key, { customer: { name: 'Ann' }, change: { receivedSats: toSats(7) } });
    const { customers, currency } = await list();
    expect([currency, customers.map(({ earned, paymentCount }) => [paymentCount, earned])]).toEqual(
      ['EUR', [[4, { sats: 16_005, payments: 3, volume: { amount: '15.00', withoutRate: 1 } }]]],
    );
  });

  test('the list contains only the customers of the chosen network', async () => {
    const { key, list } = await newShop();
    const signet = await createTestKey(base.db, { merchantId: key.merchantId, network: 'signet' });
    await add(key, { customer: { name: 'Ann' } });
    await add(signet, { customer: { name: 'Bob' } });
    const names = async (network: 'signet' | 'regtest') =>
      (await list({ network })).customers.map(({ name }) => name);
    expect([await names('signet'), await names('regtest')]).toEqual([['Bob'], ['Ann']]);
    expect((await list()).networks).toEqual(['signet', 'regtest']);
  });

  test('a search of the list matches only words of the customers’ names, e-mail addresses and references', async () => {
    const { key, list } = await newShop();
    const ann = { name: 'Ann Łoś', email: 'ann@acme.example', reference: 'C-77' };
    await add(key, {
      customer: ann,
      extra: { description: 'Blue shirt', payerNote: 'ring twice' },
    });
    await add(key, { customer: { name: 'Bob' }, extra: { metadata: { to: 'ann' } } });
    const names = async (text: string) => (await list({ text })).customers.map(({ name }) => name);
    for (const text of ['ann', 'łoś', 'acme', 'ann@acme.example', 'c-77']) {
      expect([text, await names(text)]).toEqual([text, ['Ann Łoś']]);
    }
    for (const text of ['blue', 'ring', '!']) expect([text, await names(text)]).toEqual([text, []]);
  });

  test('the list of customers returns the total even for a page beyond the last', async () => {
    const { key, list } = await newShop();
    await add(key, { customer: { name: 'Ann' } });
    expect(await list({ offset: 50 })).toMatchObject({ customers: [], total: 1 });
  });
});

test('a customer’s page lists all of their payments, and is not found by other merchants', async () => {
  const { key, owner } = await newShop();
  const first = await add(key, { customer: { email: 'a@b.example' } });
  const second = await add(key, { customer: { email: 'a@b.example', name: 'Ann' }, at: later(1) });
  const { customer } = await getCustomer(base.db, owner, first);
  expect(customer).toMatchObject({ paymentId: second, name: 'Ann', paymentCount: 2 });
  const listed = await searchPayments(
    base.db,
    owner,
    { customerOf: first },
    { limit: 9, offset: 0 },
  );
  expect(listed.payments.map(({ row }) => row.id)).toEqual([second, first]);
  const stranger = await newShop();
  await expect(getCustomer(base.db, stranger.owner, first)).rejects.toMatchObject({
    code: 'not_found',
  });
  await add(stranger.key, { customer: { email: 'a@b.example' } });
  const probed = await searchPayments(
    base.db,
    stranger.owner,
    { customerOf: first },
    { limit: 9, offset: 0 },
  );
  expect(probed.total).toBe(0);
});
