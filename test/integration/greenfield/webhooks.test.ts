import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { signingSecret } from '@/db/schema/accounts';
import { eraseCustomerFromPayments } from '@/lib/customers/erase-customer-from-payments';
import { dispatchDue } from '@/lib/webhooks/delivery/dispatch';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey } from '@/test/support/factories';
import { createPluginSender } from '@/test/support/greenfield';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { type ReceivedRequest, startReceiver } from '@/test/support/receiver';
import { dispatchDepsFrom } from '@/test/support/store-shop';

const base = await openForTestFile(createTestDatabase());
const receiver = await openForTestFile(startReceiver());
const api = createTestApi(base, { BITCOIN_REGTEST: 'sandbox' });
let key = await createTestKey(base.db);
let call = createPluginSender(api, key.apiKey);

beforeEach(async () => {
  receiver.respond({ status: 200 });
  key = await createTestKey(base.db);
  call = createPluginSender(api, key.apiKey);
});

const WEBHOOKS = () => `stores/${key.id}/webhooks`;
const create = async (body: object = {}) =>
  (await call('POST', WEBHOOKS(), { body: { url: receiver.url('/shop'), ...body } })).json;
const createInvoice = async () =>
  (await call('POST', `stores/${key.id}/invoices`, { body: { amount: 1_000, currency: 'SATS' } }))
    .json;
async function sent(): Promise<readonly ReceivedRequest[]> {
  const before = receiver.requests.length;
  await dispatchDue(dispatchDepsFrom(base), () => new Date());
  return receiver.requests.slice(before);
}

const eventOf = (request: ReceivedRequest | undefined) => JSON.parse(String(request?.body));
const signatureOf = ({ body }: ReceivedRequest, secret: string) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

describe('a webhook of a store', () => {
  test('if a store’s webhook is created with only a URL, it gets every event and a generated secret', async () => {
    const { secret, ...webhook } = await create();
    expect(webhook).toMatchObject({
      url: receiver.url('/shop'),
      enabled: true,
      automaticRedelivery: true,
      authorizedEvents: { everything: true, specificEvents: [] },
    });
    expect(secret).toMatch(/^\w{32}$/);
    expect((await call('GET', WEBHOOKS())).json).toEqual([webhook]);
    expect((await call('GET', `${WEBHOOKS()}/${webhook.id}`)).json).toEqual(webhook);
    const invoice = await createInvoice();
    const [request] = await sent();
    if (!request) throw new Error('nothing was sent');
    expect(request.headers['btcpay-sig']).toBe(signatureOf(request, secret));
    expect(eventOf(request)).toMatchObject({
      type: 'InvoiceCreated',
      storeId: key.id,
      invoiceId: invoice.id,
      webhookId: webhook.id,
    });
  });

  test('a store’s webhook stores a given secret encrypted', async () => {
    const secret = 'given by the shop: ü';
    expect(await create({ secret })).toMatchObject({ secret });
    const rows = await base.db.select().from(signingSecret);
    expect(JSON.stringify(rows)).not.toContain('given by');
    await createInvoice();
    const [request] = await sent();
    if (!request) throw new Error('nothing was sent');
    expect(request.headers['btcpay-sig']).toBe(signatureOf(request, secret));
  });

  test('a store’s webhook gets only the chosen events, and no events while it is disabled', async () => {
    const authorizedEvents = { everything: false, specificEvents: ['InvoiceInvalid'] };
    await create({ authorizedEvents });
    await create({ url: receiver.url('/off'), enabled: false });
    const { id } = await createInvoice();
    expect(await sent()).toHaveLength(0);
    await call('POST', `stores/${key.id}/invoices/${id}/status`, { body: { status: 'Invalid' } });
    const requests = await sent();
    expect(requests.map((one) => eventOf(one))).toMatchObject([
      { type: 'InvoiceInvalid', manuallyMarked: true },
    ]);
  });

  test('a store’s webhook is changed by a PUT, and later deliveries are signed with the new secret', async () => {
    const { id, secret } = await create();
    const path = `${WEBHOOKS()}/${id}`;
    const kept = await call('PUT', path, { body: { url: receiver.url('/new') } });
    expect([kept.status, kept.json.secret, kept.json.url]).toEqual([
      200,
      undefined,
      receiver.url('/new'),
    ]);
    await createInvoice();
    const [first] = await sent();
    expect([first?.path, first?.headers['btcpay-sig']]).toEqual([
      '/new',
      first && signatureOf(first, secret),
    ]);
    await call('PUT', path, { body: { url: receiver.url('/new'), secret: 'another' } });
    await createInvoice();
    const [second] = await sent();
    expect(second?.headers['btcpay-sig']).toBe(second && signatureOf(second, 'another'));
  });

  test('a store’s webhook gets no events after it is deleted', async () => {
    const { id } = await create();
    await createInvoice();
    const { status, text } = await call('DELETE', `${WEBHOOKS()}/${id}`);
    expect([status, text]).toEqual([200, '']);
    await createInvoice();
    expect(await sent()).toHaveLength(0);
    for (const [method, path] of [
      ['GET', id],
      ['DELETE', id],
      ['GET', `${id}/deliveries`],
    ] as const) {
      const { status: after, json } = await call(method, `${WEBHOOKS()}/${path}`);
      expect([after, json.code]).toEqual([404, 'webhook-not-found']);
    }
  });

  test('a store’s webhook is rejected with 422 at the field url if its URL is refused', async () => {
    const strict = createTestApi(base, {
      BITCOIN_REGTEST: 'sandbox',
      WEBHOOK_PRIVATE_TARGETS: 'deny',
    });
    for (const url of ['http://127.0.0.1/hook', 'http://10.0.0.1/', 'ftp://shop.example/', 'x']) {
      const { status, json } = await createPluginSender(strict, key.apiKey)('POST', WEBHOOKS(), {
        body: { url },
      });
      expect([status, json[0].path], url).toEqual([422, 'url']);
    }
    const none = await call('POST', WEBHOOKS(), { body: {} });
    expect([none.status, none.json[0].path]).toEqual([422, 'url']);
  });

  test('a store’s webhook is refused if the store already has 20 webhooks', async () => {
    for (let n = 0; n < 20; n += 1) await create();
    const { status, json } = await call('POST', WEBHOOKS(), { body: { url: receiver.url() } });
    expect([status, json[0].path]).toEqual([422, 'url']);
  });
});

describe('a delivery', () => {
  test('a delivery is listed with its outcome and request, and a redelivery keeps the delivery’s id', async () => {
    const { id, secret } = await create();
    await createInvoice();
    const [first] = await sent();
    const event = eventOf(first);
    const path = `${WEBHOOKS()}/${id}/deliveries`;
    const { json: listed } = await call('GET', `${path}?count=5`);
    expect(listed).toMatchObject([
      { id: event.deliveryId, httpCode: 200, status: 'HttpSuccess', errorMessage: null },
    ]);
    const own = `${path}/${event.deliveryId}`;
    expect((await call('GET', own)).json).toEqual(listed[0]);
    expect((await call('GET', `${own}/request`)).json).toEqual(event);
    const again = await call('POST', `${own}/redeliver`);
    expect(again.status).toBe(200);
    const [second] = await sent();
    if (!second) throw new Error('nothing was sent');
    expect(second.headers['btcpay-sig']).toBe(signatureOf(second, secret));
    expect(eventOf(second)).toEqual({
      ...event,
      deliveryId: again.json,
      originalDeliveryId: event.deliveryId,
      isRedelivery: true,
    });
    const third = await call('POST', `${path}/${again.json}/redeliver`);
    expect(eventOf((await sent())[0])).toMatchObject({
      deliveryId: third.json,
      originalDeliveryId: event.deliveryId,
    });
    expect((await call('GET', `${path}?count=2`)).json).toHaveLength(2);
  });

  test('a delivery is not found under another webhook or store', async () => {
    const { id } = await create();
    const { id: other } = await create({ url: receiver.url('/other'), enabled: false });
    await createInvoice();
    const { deliveryId } = eventOf((await sent())[0]);
    for (const of of [`${other}/deliveries/${deliveryId}`, `${id}/deliveries/unknown`]) {
      const { status, json } = await call('GET', `${WEBHOOKS()}/${of}`);
      expect([status, json.code]).toEqual([404, 'webhookdelivery-not-found']);
      expect((await call('POST', `${WEBHOOKS()}/${of}/redeliver`)).status).toBe(404);
    }
  });

  test('a delivery is retried with the same bytes, unless automatic redelivery is off', async () => {
    receiver.respond({ status: 500 });
    const { id: once } = await create({ automaticRedelivery: false });
    const { id: repeated } = await create({ url: receiver.url('/repeated') });
    await createInvoice();
    expect(await sent()).toHaveLength(2);
    for (const id of [once, repeated]) {
      const { json } = await call('GET', `${WEBHOOKS()}/${id}/deliveries`);
      expect(json).toMatchObject([{ httpCode: 500, status: 'HttpError' }]);
    }
    const statuses = await base.db.execute(
      `select status, url from delivery where api_key_id = '${key.id}' order by url`,
    );
    expect(statuses.map(({ status }) => status)).toEqual(['pending', 'failed']);
  });

  test('after a customer’s data is erased, a delivery can still be resent, without that data', async () => {
    const { id: webhook, secret } = await create();
    const { json } = await call('POST', `stores/${key.id}/invoices`, {
      body: {
        amount: 1_000,
        currency: 'SATS',
        metadata: { orderId: '7', buyerEmail: 'ann@shop.example' },
      },
    });
    const { deliveryId } = eventOf((await sent())[0]);
    await base.db.transaction((tx) => eraseCustomerFromPayments(tx, [json.id], new Date()));
    const path = `${WEBHOOKS()}/${webhook}/deliveries/${deliveryId}`;
    expect((await call('GET', `${path}/request`)).json.metadata).toEqual({ orderId: '7' });
    await call('POST', `${path}/redeliver`);
    const [again] = await sent();
    if (!again) throw new Error('nothing was sent');
    expect(again.headers['btcpay-sig']).toBe(signatureOf(again, secret));
    expect(eventOf(again).metadata).toEqual({ orderId: '7' });
  });

  test('a delivery of BTCPay’s API appears in neither the events nor the deliveries of /v1', async () => {
    await create();
    const { id } = await createInvoice();
    await sent();
    const headers = { authorization: `Bearer ${key.apiKey}` };
    const events = await api.call({ path: '/v1/events', headers });
    expect([events.status, events.json.data]).toEqual([200, []]);
    const path = `/v1/btc/payments/${id}/webhook-deliveries`;
    expect((await api.call({ path, headers })).json).toEqual([]);
  });
});
