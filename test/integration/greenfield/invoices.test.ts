import { describe, expect, test } from 'vitest';
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

describe('reading invoices', () => {
  test('an invoice can be read with and without its store in the path', async () => {
    const invoice = await created();
    expect((await call('GET', `${INVOICES}/${invoice.id}`)).json).toEqual(invoice);
    expect((await call('GET', `invoices/${invoice.id}`)).json).toEqual(invoice);
  });

  test('an unknown id, and the id of a payment created through /v1, return 404', async () => {
    const other = await api.call({
      path: '/v1/btc/payments',
      key: key.apiKey,
      body: { amount_sats: 1_000 },
    });
    for (const id of ['x', other.json.id]) {
      const { status, json } = await call('GET', `${INVOICES}/${id}`);
      expect([status, json.code]).toEqual([404, 'invoice-not-found']);
    }
  });

  test('invoices are listed newest first, in pages', async () => {
    const ids = [];
    for (let n = 0; n < 3; n += 1) ids.unshift((await created()).id);
    const idsOf = async (query: string) =>
      (await call('GET', `${INVOICES}?${query}`)).json.map(({ id }: { id: string }) => id);
    expect((await idsOf('')).slice(0, 3)).toEqual(ids);
    expect(await idsOf('take=2')).toEqual(ids.slice(0, 2));
    expect(await idsOf('take=1&skip=1')).toEqual(ids.slice(1, 2));
    expect(await idsOf('take=0')).toEqual([]);
  });

  test('invoice filters can be repeated, with and without brackets', async () => {
    const a = await created({ metadata: { orderId: 'order-a' } });
    const b = await created({ metadata: { orderId: 'order-b', itemDesc: 'Green tea' } });
    const found = async (query: string) =>
      (await call('GET', `${INVOICES}?${query}`)).json.map(({ id }: { id: string }) => id);
    expect(await found('orderId=order-a')).toEqual([a.id]);
    for (const name of ['orderId', 'orderId[]', 'orderId%5B%5D']) {
      expect(await found(`${name}=order-a&${name}=order-b`), name).toEqual([b.id, a.id]);
    }
    expect(await found('orderId[0]=order-a&orderId[1]=order-b')).toEqual([b.id, a.id]);
    expect(await found('orderId=order-a&status=New&status=Expired')).toEqual([a.id]);
    expect(await found('orderId=order-a&status=Settled')).toEqual([]);
    expect(await found(`textSearch=${a.id}`)).toEqual([a.id]);
    expect(await found('textSearch=order-b')).toContain(b.id);
    expect(await found('textSearch=green%20tea')).toEqual([b.id]);
    expect(await found(`orderId=order-a&startDate=${a.createdTime + 1}`)).toEqual([]);
    expect(await found(`orderId=order-a&endDate=${a.createdTime - 1}`)).toEqual([]);
    expect(await found(`orderId=order-a&startDate=${a.createdTime}&unknown=1`)).toEqual([a.id]);
  });

  test('an invalid invoice filter returns 422', async () => {
    for (const query of ['status=Paid', 'take=-1', 'startDate=yesterday']) {
      expect((await call('GET', `${INVOICES}?${query}`)).status, query).toBe(422);
    }
  });

  test('an invoice has one payment method, with address, payment link and rate', async () => {
    const { id } = await created();
    const [method, ...others] = (await call('GET', `${INVOICES}/${id}/payment-methods`)).json;
    expect(others).toEqual([]);
    expect(method).toMatchObject({
      paymentMethodId: 'BTC-CHAIN',
      currency: 'BTC',
      rate: '50000',
      amount: '0.0001',
      due: '0.0001',
      paymentMethodPaid: '0',
      payments: [],
    });
    expect(method.paymentLink).toBe(`bitcoin:${method.destination}?amount=0.0001`);
  });
});

describe('changing an invoice', () => {
  test('a manual status changes the invoice, and the payment keeps its own status', async () => {
    const { id } = await created();
    const marked = await call('POST', `${INVOICES}/${id}/status`, { body: { status: 'Settled' } });
    expect(marked.json).toMatchObject({
      status: 'Settled',
      additionalStatus: 'Marked',
      availableStatusesForManualMarking: ['Invalid'],
    });
    const { json } = await api.call({ path: `/v1/btc/payments/${id}`, key: key.apiKey });
    expect([json.status, json.flags]).toEqual(['pending', []]);
    const again = await call('POST', `${INVOICES}/${id}/status`, { body: { status: 'Settled' } });
    expect([again.status, again.json[0].path]).toEqual([422, 'status']);
    const invalid = await call('POST', `${INVOICES}/${id}/status`, { body: { status: 'Invalid' } });
    expect(invalid.json).toMatchObject({ status: 'Invalid', additionalStatus: 'Marked' });
  });

  test('an unknown manual status returns 422, and an unknown invoice returns 404', async () => {
    const { id } = await created();
    const wrong = await call('POST', `${INVOICES}/${id}/status`, { body: { status: 'New' } });
    expect([wrong.status, wrong.json[0].path]).toEqual([422, 'status']);
    const unknown = await call('POST', `${INVOICES}/x/status`, { body: { status: 'Invalid' } });
    expect(unknown.status).toBe(404);
  });

  test('new metadata replaces the old metadata, and the new order id finds the invoice', async () => {
    const { id } = await created({ metadata: { orderId: 'before', old: 1 } });
    const metadata = { orderId: 'after', medusa: { session: 's' } };
    const { json } = await call('PUT', `${INVOICES}/${id}`, { body: { metadata } });
    expect(json.metadata).toEqual(metadata);
    expect((await call('GET', `${INVOICES}?orderId=after`)).json[0].id).toBe(id);
    expect((await call('GET', `${INVOICES}?orderId=before`)).json).toEqual([]);
  });

  test('an archived invoice is left out of lists until it is unarchived', async () => {
    const { id } = await created({ metadata: { orderId: 'archived' } });
    const { status, text } = await call('DELETE', `${INVOICES}/${id}`);
    expect([status, text]).toEqual([200, '']);
    const listed = async (more = '') =>
      (await call('GET', `${INVOICES}?orderId=archived${more}`)).json.length;
    expect([await listed(), await listed('&includeArchived=true')]).toEqual([0, 1]);
    expect((await call('GET', `${INVOICES}/${id}`)).json.archived).toBe(true);
    const { json } = await call('POST', `${INVOICES}/${id}/unarchive`);
    expect([json.archived, await listed()]).toEqual([false, 1]);
  });
});
