import { eq } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { beforeEach, expect, test } from 'vitest';
import { webhookEndpoint } from '@/db/schema/endpoints';
import { webhookEvent } from '@/db/schema/webhooks';
import { Problem } from '@/lib/domain/problems';
import { listPaymentDeliveries } from '@/lib/webhooks/delivery/views/list-payment-deliveries';
import {
  removeEndpoint,
  rotateEndpointSecret,
  updateEndpoint,
} from '@/lib/webhooks/endpoints/change-endpoint';
import { createEndpoint } from '@/lib/webhooks/endpoints/create-endpoint';
import { listEndpoints } from '@/lib/webhooks/endpoints/list-endpoints';
import { createTestActor } from '@/test/support/actor';
import { createTestKey, testVault } from '@/test/support/factories';
import { type Outbox, openOutbox } from '@/test/support/outbox';
import { type Receiver, startReceiver } from '@/test/support/receiver';

let outbox: Outbox;
let receiver: Receiver;
beforeEach(async () => {
  [outbox, receiver] = await Promise.all([openOutbox(), startReceiver()]);
  return () => Promise.all([outbox.close(), receiver.close()]);
});

const owner = () => createTestActor(outbox.base.db, outbox.key.merchantId, 'owner');
const CHOICE = { name: 'Books', events: ['payment.detected'], network: null } as const;

async function add(path: string, more: Partial<Parameters<typeof createEndpoint>[3]> = {}) {
  const { db } = outbox.base;
  const request = { ...CHOICE, url: receiver.url(path), ...more };
  return createEndpoint(db, testVault, await owner(), request, outbox.clock(), async () => {});
}
const requestsTo = (path: string) => receiver.requests.filter((one) => one.path === path);

test('an added endpoint gets the events of all payments, signed with the endpoint’s secret, not the API key’s', async () => {
  const { signingSecret } = await add('/books');
  await outbox.announceNew(receiver.url('/shop'));
  const without = await outbox.addPayment(null);
  await outbox.announce(without);
  await outbox.announce(without, 'payment.confirmed');
  await outbox.dispatch();
  expect(requestsTo('/shop')).toHaveLength(1);
  const sent = requestsTo('/books');
  expect(sent).toHaveLength(2);
  for (const { body, headers } of sent) new Webhook(signingSecret).verify(body, headers);
  const [request] = sent;
  expect(() =>
    new Webhook(outbox.key.signingSecret).verify(request?.body ?? '', request?.headers ?? {}),
  ).toThrow();
  const named = sent.map(({ body }) => JSON.parse(body.toString()).data.webhook_url);
  expect(named.sort()).toEqual([receiver.url('/shop'), null]);
});

test('if a payment’s webhook URL is also an added endpoint, each event is sent there once, signed with both secrets', async () => {
  const { signingSecret } = await add('/both');
  await outbox.announceNew(receiver.url('/both'));
  await outbox.dispatch();
  const [request, ...others] = requestsTo('/both');
  expect(others).toEqual([]);
  for (const secret of [signingSecret, outbox.key.signingSecret]) {
    new Webhook(secret).verify(request?.body ?? '', request?.headers ?? {});
  }
});

test('an endpoint gets only the chosen events of its own merchant and network', async () => {
  await add('/signet', { network: 'signet' });
  await add('/confirmed', { events: ['payment.confirmed'] });
  const stranger = await createTestKey(outbox.base.db);
  await outbox.announceNew(receiver.url('/shop'));
  await outbox.announceNew(receiver.url('/shop'), stranger);
  await outbox.dispatch();
  expect([requestsTo('/signet'), requestsTo('/confirmed')]).toEqual([[], []]);
  expect(requestsTo('/shop')).toHaveLength(2);
});

test('a payment’s events to one URL do not wait for the payment’s events to another URL', async () => {
  await add('/dead', { events: ['payment.detected', 'payment.confirmed'] });
  receiver.respond(({ path }) => ({ status: path === '/dead' ? 500 : 204 }));
  const payment = await outbox.announceNew(receiver.url('/shop'));
  await outbox.dispatch();
  await outbox.announce(payment, 'payment.confirmed');
  outbox.passTime(60_000);
  await outbox.dispatch();
  const types = requestsTo('/shop').map(({ headers }) => headers['x-event-type']);
  expect(types).toEqual(['payment.detected', 'payment.confirmed']);
});

test('the API lists only deliveries to the payment’s own URL, and the dashboard lists all deliveries', async () => {
  await add('/books');
  const { id } = await outbox.announceNew(receiver.url('/shop'));
  const { db } = outbox.base;
  expect(await listPaymentDeliveries(db, outbox.key.actor, id)).toHaveLength(1);
  expect(await listPaymentDeliveries(db, await owner(), id)).toHaveLength(2);
});

test('an event and its deliveries to every endpoint are written together or not at all', async () => {
  const { db } = outbox.base;
  await add('/books');
  const payment = await outbox.addPayment(receiver.url('/shop'));
  const undone = db.transaction(async (tx) => {
    await outbox.announce(payment, 'payment.detected', tx);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await db.select().from(webhookEvent)).toEqual([]);
  expect(await outbox.deliveries(payment)).toEqual([]);
  await outbox.announce(payment);
  expect(await outbox.deliveries(payment)).toHaveLength(2);
});

test('after a signing secret is rotated, both secrets sign each webhook until the overlap ends', async () => {
  const { id, signingSecret } = await add('/rotated');
  const { db } = outbox.base;
  const args = [db, testVault, await owner(), id, 3_600, outbox.clock()] as const;
  const next = await rotateEndpointSecret(...args);
  await outbox.announceNew(receiver.url('/shop'));
  await outbox.dispatch();
  outbox.passTime(3_600_001);
  await outbox.announceNew(receiver.url('/shop'));
  await outbox.dispatch();
  const [during, after] = requestsTo('/rotated').map(
    ({ headers }) => headers['x-service-signature'],
  );
  expect(during?.split(',')).toHaveLength(2);
  expect(after?.split(',')).toHaveLength(1);
  expect(next).not.toBe(signingSecret);
});

test('a removed endpoint gets no new events, and is no longer listed if it never got an event', async () => {
  const { db } = outbox.base;
  const used = await add('/used');
  const unused = await add('/unused', { events: ['payment.expired'] });
  await outbox.announceNew(receiver.url('/shop'));
  for (const { id } of [used, unused]) await removeEndpoint(db, await owner(), id, outbox.clock());
  await outbox.announceNew(receiver.url('/shop'));
  await outbox.dispatch();
  expect(requestsTo('/used')).toHaveLength(1);
  const rows = await db.select().from(webhookEndpoint).where(eq(webhookEndpoint.id, unused.id));
  expect(rows).toEqual([]);
});

test('only owners can add and change endpoints, and each URL can be added once', async () => {
  const { db } = outbox.base;
  const { id } = await add('/own');
  await expect(add('/own')).rejects.toMatchObject({ code: 'invalid_request' });
  const refuse = async () => {
    throw new Problem('webhook_url_rejected', 'Not there.');
  };
  const request = { ...CHOICE, url: receiver.url('/refused') };
  await expect(
    createEndpoint(db, testVault, await owner(), request, outbox.clock(), refuse),
  ).rejects.toMatchObject({ code: 'webhook_url_rejected', errors: [{ pointer: '/url' }] });
  const member = await createTestActor(db, outbox.key.merchantId, 'member');
  const stranger = await createTestActor(db, (await createTestKey(db)).merchantId, 'owner');
  for (const [actor, code] of [
    [member, 'forbidden'],
    [stranger, 'not_found'],
  ] as const) {
    const now = outbox.clock();
    await expect(updateEndpoint(db, actor, id, { name: 'Mine' }, now)).rejects.toMatchObject({
      code,
    });
    await expect(removeEndpoint(db, actor, id, now)).rejects.toMatchObject({ code });
    await expect(rotateEndpointSecret(db, testVault, actor, id, 0, now)).rejects.toMatchObject({
      code,
    });
  }
  await updateEndpoint(db, await owner(), id, { name: 'Ledger' }, outbox.clock());
  const page = { limit: 10, offset: 0 };
  const { endpoints } = await listEndpoints(db, outbox.key.actor, page, outbox.clock());
  expect(endpoints).toMatchObject([{ name: 'Ledger', events: ['payment.detected'] }]);
});
