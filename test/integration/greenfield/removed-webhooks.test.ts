import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { delivery } from '@/db/schema/webhooks';
import { revokePairing } from '@/lib/greenfield/pairings/revoke-pairing';
import { deleteStoreWebhook } from '@/lib/greenfield/webhooks/store-webhooks';
import { claimDeliveries } from '@/lib/webhooks/delivery/claim-deliveries';
import { dispatchDue } from '@/lib/webhooks/delivery/dispatch';
import { DELIVERY_LEASE_MS } from '@/lib/webhooks/delivery/release';
import { resendDelivery } from '@/lib/webhooks/delivery/resend-delivery';
import { createTestActor } from '@/test/support/actor';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey } from '@/test/support/factories';
import { createPairing, createPluginSender } from '@/test/support/greenfield';
import { waitForLockWaiters } from '@/test/support/lock-waits';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { type Reply, startReceiver } from '@/test/support/receiver';
import { dispatchDepsFrom } from '@/test/support/store-shop';

const base = await openForTestFile(createTestDatabase());
const receiver = await openForTestFile(startReceiver());
const api = createTestApi(base, { BITCOIN_REGTEST: 'sandbox' });
let key = await createTestKey(base.db);
let call = createPluginSender(api, key.apiKey);

const DAY_MS = 86_400_000;
const webhooks = (rest = '') => `stores/${key.id}/webhooks${rest}`;
const invoices = (rest = '') => `stores/${key.id}/invoices${rest}`;

beforeEach(async () => {
  receiver.respond({ status: 200 });
  key = await createTestKey(base.db);
  call = createPluginSender(api, key.apiKey);
});

const addWebhook = async (): Promise<string> =>
  (await call('POST', webhooks(), { body: { url: receiver.url(`/${key.id}`) } })).json.id;
const createInvoice = async (): Promise<string> =>
  (await call('POST', invoices(), { body: { amount: 1_000, currency: 'SATS' } })).json.id;
const remove = async (id: string) => (await call('DELETE', webhooks(`/${id}`))).status;

/** Sends due deliveries, by default a day later, when every pending delivery is due. */
const dispatch = (afterMs = DAY_MS) =>
  dispatchDue(dispatchDepsFrom(base), () => new Date(Date.now() + afterMs));
const deliveries = () => base.db.select().from(delivery).where(eq(delivery.apiKeyId, key.id));
const states = async () =>
  (await deliveries()).map(({ status, handled, lastError }) => [status, handled, lastError]);
const requests = () => receiver.requests.filter(({ path }) => path === `/${key.id}`).length;

const ENDED = ['failed', true, 'The shop removed this webhook.'];

/** Removes the webhook while its receiver delays the response to the first attempt. */
async function removedInFlight(reply: Reply, change: (id: string) => Promise<unknown>) {
  let answer: (reply: Reply) => void = () => {};
  const answered = new Promise<Reply>((resolve) => {
    answer = resolve;
  });
  receiver.respond(() => answered);
  const id = await addWebhook();
  await createInvoice();
  const sending = dispatch(0);
  await receiver.received(receiver.requests.length + 1);
  await change(id);
  answer(reply);
  await sending;
}

test('a pending delivery ends without an inbox entry when its webhook is removed', async () => {
  receiver.respond({ status: 500 });
  const id = await addWebhook();
  await createInvoice();
  await dispatch(0);
  await remove(id);
  expect(await states()).toEqual([ENDED]);
  await dispatch();
  expect(requests()).toBe(1);
});

test('an attempt that fails after its webhook was removed is not sent again', async () => {
  await removedInFlight({ status: 500 }, remove);
  await dispatch();
  expect(await states()).toEqual([ENDED]);
  expect(requests()).toBe(1);
});

test('an attempt that succeeds after its webhook was removed counts as delivered', async () => {
  await removedInFlight({ status: 200 }, remove);
  expect(await states()).toEqual([['delivered', false, null]]);
});

test('if a webhook’s secret changes during an attempt that fails, the delivery is still retried', async () => {
  await removedInFlight({ status: 500 }, (id) =>
    call('PUT', webhooks(`/${id}`), { body: { url: receiver.url(`/${key.id}`), secret: 'new' } }),
  );
  expect(await states()).toMatchObject([['pending', false, expect.any(String)]]);
  receiver.respond({ status: 200 });
  await dispatch();
  expect(await states()).toEqual([['delivered', false, null]]);
});

test('if a webhook is removed, an attempt that a killed sender had begun is not repeated', async () => {
  const id = await addWebhook();
  await createInvoice();
  const [due] = await deliveries();
  await claimDeliveries(base.db, [due?.id ?? ''], new Date());
  await remove(id);
  await dispatch(DELIVERY_LEASE_MS + 1_000);
  expect(await states()).toEqual([ENDED]);
  expect(requests()).toBe(0);
});

test('a delivery that is resent after its webhook was removed ends without an attempt', async () => {
  const id = await addWebhook();
  await createInvoice();
  await remove(id);
  const owner = await createTestActor(base.db, key.merchantId);
  const [ended] = await deliveries();
  await resendDelivery(base.db, owner, ended?.id ?? '', new Date());
  await dispatch();
  expect(await states()).toEqual([ENDED]);
  expect(requests()).toBe(0);
});

async function duringRemoval<T>(id: string, work: () => Promise<T>): Promise<T> {
  const working = await base.db.transaction(async (tx) => {
    await deleteStoreWebhook(tx, key.id, id);
    const started = work();
    await waitForLockWaiters('the call waits for the removal', base.db);
    return { started };
  });
  return working.started;
}

test('an event that occurs while a webhook is being removed creates no delivery', async () => {
  const id = await addWebhook();
  await duringRemoval(id, createInvoice);
  expect(await states()).toEqual([]);
});

test('a redelivery returns 404 while its webhook is being removed', async () => {
  const id = await addWebhook();
  await createInvoice();
  await dispatch(0);
  const [sent] = await deliveries();
  const path = webhooks(`/${id}/deliveries/${sent?.id}/redeliver`);
  expect((await duringRemoval(id, () => call('POST', path))).status).toBe(404);
  expect(await states()).toEqual([['delivered', false, null]]);
});

test('the webhooks of a store are still sent after its plugin is disconnected', async () => {
  const pairing = await createPairing(base, key);
  const plugin = createPluginSender(api, pairing.token);
  await plugin('POST', webhooks(), { body: { url: receiver.url(`/${key.id}`) } });
  await plugin('POST', invoices(), { body: { amount: 1_000, currency: 'SATS' } });
  const owner = await createTestActor(base.db, key.merchantId);
  await revokePairing(base.db, owner, pairing.id, new Date());
  await dispatch();
  expect(await states()).toEqual([['delivered', false, null]]);
});
