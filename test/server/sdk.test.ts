import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { Blocktally } from '@/sdk/src/client';
import type { Payment } from '@/sdk/src/index';
import { verifyWebhook } from '@/sdk/src/verify-webhook';
import { startApp } from '@/test/support/app';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey, TEST_SECRET_KEY } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { startReceiver } from '@/test/support/receiver';
import { until } from '@/test/support/wait';

const [base, receiver] = await Promise.all([
  openForTestFile(createTestDatabase()),
  openForTestFile(startReceiver()),
]);
const key = await createTestKey(base.db);
const app = await openForTestFile(
  startApp({
    databaseUrl: base.url,
    env: { BITCOIN_REGTEST: 'sandbox', SECRET_KEY: TEST_SECRET_KEY },
  }),
);
const client = new Blocktally({ baseUrl: app.url, apiKey: key.apiKey });

test('the SDK creates an order once, and verifies the webhooks of the detection and the confirmation', async () => {
  const order = { amount_sats: 25_000, required_confirmations: 2, webhook_url: receiver.url() };
  const options = { idempotencyKey: 'order-1' };
  const payment = await client.createPayment(order, options);
  expect(await client.createPayment(order, options)).toEqual(payment);
  const { etag } = await client.getPaymentIfChanged(payment.id);
  expect(await client.getPaymentIfChanged(payment.id, etag)).toEqual({ etag, payment: undefined });

  const { txid } = await client.sandboxPay({ payment_id: payment.id });
  await receiver.received(1);
  await client.sandboxMine({ blocks: 2 });
  await receiver.received(2);
  expect(await client.getPayment(payment.id)).toMatchObject({ status: 'confirmed', txid });
  const changed = await client.getPaymentIfChanged(payment.id, etag);
  expect(changed.payment).toMatchObject({ status: 'confirmed' });

  const events = await Promise.all(
    receiver.requests.map(({ body, headers }) => verifyWebhook(body, headers, key.signingSecret)),
  );
  expect(events.map(({ event }) => event.type)).toEqual(['payment.detected', 'payment.confirmed']);
  for (const [at, { body, headers }] of receiver.requests.entries()) {
    const { event, isTest } = events[at] ?? {};
    expect(event?.data).toMatchObject({ payment_id: payment.id, txid, received_sats: 25_000 });
    expect(isTest).toBe(false);
    expect(new Webhook(key.signingSecret).verify(body.toString(), headers)).toEqual(event);
  }
  const deliveries = await until('both deliveries are written down', async () => {
    const found = await client.listWebhookDeliveries(payment.id);
    return found.every(({ status }) => status === 'delivered') && found;
  });
  expect(deliveries.map(({ event_type }) => event_type)).toEqual([
    'payment.detected',
    'payment.confirmed',
  ]);
});

test('the SDK lists each event once, and each call continues after the previous call', async () => {
  const read = async (after?: string) => {
    const found: { id: string; what: string }[] = [];
    for await (const { id, type, data } of client.events(after)) {
      found.push({ id, what: `${type} ${data.payment_id}` });
    }
    return found;
  };
  const last = (await read()).at(-1)?.id;
  const { id } = await client.createPayment({ amount_sats: 20_000 });
  await client.cancelPayment(id);
  const next = await read(last);
  expect(next.map(({ what }) => what)).toEqual([`payment.canceled ${id}`]);
  expect(await read(next[0]?.id)).toEqual([]);
});

test('the SDK can simulate a fee bump, a double spend and a reorg', async () => {
  const { id } = await client.createPayment({ amount_sats: 30_000, required_confirmations: 1 });
  const reaches = (what: Partial<Payment>, flag?: 'replaced' | 'reorged') =>
    until(`the payment is ${JSON.stringify(what)}`, async () => {
      const found: Partial<Payment> = await client.getPayment(id);
      const same = Object.entries(what).every(
        ([name, value]) => found[name as keyof Payment] === value,
      );
      return same && (!flag || found.flags?.includes(flag) === true);
    });
  const paid = await client.sandboxPay({ payment_id: id });
  await reaches({ status: 'detected' });
  const bumped = await client.sandboxReplace({ txid: paid.txid });
  expect(bumped.fee_sats).toBeGreaterThan(paid.fee_sats);
  await reaches({ txid: bumped.txid });
  await client.sandboxDoubleSpend({ txid: bumped.txid });
  await reaches({ status: 'pending' }, 'replaced');
  await client.sandboxPay({ payment_id: id });
  await client.sandboxMine();
  await reaches({ status: 'confirmed' });
  const { blocks } = await client.sandboxReorg({ blocks: 1, remine: false });
  expect(blocks).toHaveLength(2);
  await reaches({ status: 'detected' }, 'reorged');
});

test('the SDK cancels a pending payment, and throws the error code for a paid payment', async () => {
  const { id } = await client.createPayment({ amount_sats: 1_000 });
  expect(await client.cancelPayment(id)).toMatchObject({ status: 'canceled' });
  const { data } = await client.listPayments({ from: 0, to: new Date(), filter: 'verified' });
  await expect(client.cancelPayment(data[0]?.id ?? '')).rejects.toMatchObject({
    name: 'ApiError',
    status: 409,
    code: 'payment_not_cancelable',
    requestId: expect.stringMatching(/^req_/),
  });
});

test('the number of payments that the SDK lists for a time range equals the stated total', async () => {
  for (let n = 0; n < 5; n += 1) await client.createPayment({ amount_sats: 1_000 + n });
  const range = { from: 0, to: new Date(), limit: 2 } as const;
  const ids: string[] = [];
  for await (const { id } of client.eachPayment(range)) ids.push(id);
  const { pagination } = await client.listPayments(range);
  expect(new Set(ids).size).toBe(pagination.total);
  expect(pagination.total).toBeGreaterThan(5);
});

test('the SDK’s error lists every mistake in a request, and a wrong key causes an error', async () => {
  const wrong = client.createPayment({ amount_sats: 0, expires_in: 1 });
  await expect(wrong).rejects.toMatchObject({
    code: 'invalid_request',
    errors: [{ pointer: '/amount_sats' }, { pointer: '/expires_in' }],
  });
  const stranger = new Blocktally({ baseUrl: app.url, apiKey: 'btly_sig_unknown' });
  await expect(stranger.getPayment('pay_1')).rejects.toMatchObject({ code: 'unauthorized' });
});

test('the SDK sends no request if the payment id is missing or invalid', async () => {
  for (const id of [undefined, '', '../payments', 'pay_1/cancel'] as string[]) {
    await expect(client.getPayment(id)).rejects.toThrow('this is not an id');
    await expect(client.cancelPayment(id)).rejects.toThrow('this is not an id');
  }
});

test('a test webhook passes the SDK’s verification and is marked as a test', async () => {
  const before = receiver.requests.length;
  const result = await client.sendTestWebhook({ webhook_url: receiver.url('/try') });
  expect(result).toMatchObject({ delivered: true, status: 204 });
  const { body, headers } = receiver.requests[before] ?? { body: '', headers: {} };
  const verified = await verifyWebhook(body, headers, key.signingSecret);
  expect(verified).toMatchObject({ id: result.event_id, isTest: true });
});

test('the SDK returns the server’s OpenAPI document', async () => {
  expect(await client.getOpenApiDocument()).toMatchObject({ openapi: '3.1.1' });
});
