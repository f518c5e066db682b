import { asc, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { delivery } from '@/db/schema/webhooks';
import { OPERATOR } from '@/lib/domain/actor';
import { DEFAULT_EVENT_TYPES, EVENT_TYPES, type EventType } from '@/lib/domain/event-types';
import { updateKey } from '@/lib/keys/update-key';
import { openNodeMerchant } from '@/test/support/node-merchant';
import { openForTestFile } from '@/test/support/open-for-test-file';

const merchant = await openForTestFile(openNodeMerchant());

const choose = (webhookEvents: readonly EventType[]) =>
  updateKey(merchant.base.db, OPERATOR, merchant.key.id, { webhookEvents }, merchant.now());
beforeEach(() => choose(EVENT_TYPES));

const SHOP = { webhookUrl: 'http://127.0.0.1:9/hooks', requiredConfirmations: 1 };
const dataOf = async (id: string) =>
  (await merchant.events(id)).map(({ body }) => {
    const { type, data } = JSON.parse(body);
    const { status = null, reason = null, received_sats, txid } = data;
    return [type.replace('payment.', ''), status, reason, received_sats, txid];
  });
const sent = async (id: string) => {
  const rows = await merchant.base.db
    .select({ type: delivery.eventType })
    .from(delivery)
    .where(eq(delivery.paymentId, id))
    .orderBy(asc(delivery.sequence));
  return rows.map(({ type }) => type.replace('payment.', ''));
};
const mine = async (blocks = 1) => {
  await merchant.node.mine(blocks);
  await merchant.sync();
};
const pay = async (address: string, sats: number) => {
  const txid = await merchant.node.sendTo(address, sats);
  await merchant.sync();
  return txid;
};

test('when an unpaid payment expires, payment.expired is sent without a transaction id', async () => {
  const { id } = await merchant.create({ ...SHOP, expiresInSeconds: 300 });
  merchant.passTime(301_000);
  await merchant.sync();
  expect(await dataOf(id)).toEqual([['expired', 'expired', null, 0, null]]);
  expect(await sent(id)).toEqual(['expired']);
});

test('canceling a payment twice sends payment.canceled once, and later outputs still send events', async () => {
  const { id, address } = await merchant.create(SHOP);
  await merchant.cancel(id);
  await merchant.cancel(id);
  expect(await dataOf(id)).toEqual([['canceled', 'canceled', null, 0, null]]);
  const txid = await pay(address, 100_000);
  expect((await dataOf(id)).at(-1)).toEqual(['detected', null, null, 100_000, txid]);
  expect(await sent(id)).toEqual(['canceled', 'detected']);
});

test('payment.underpaid is sent for each partial amount, and payment.expired when the time to pay is over', async () => {
  const { id, address } = await merchant.create({ ...SHOP, expiresInSeconds: 300 });
  const first = await pay(address, 40_000);
  const second = await pay(address, 10_000);
  await mine();
  merchant.passTime(301_000);
  await merchant.sync();
  expect(await dataOf(id)).toEqual([
    ['underpaid', 'pending', null, 40_000, first],
    ['underpaid', 'pending', null, 50_000, second],
    ['expired', 'expired', null, 50_000, second],
  ]);
});

test('payment.reverted is sent after a reorg, and payment.confirmed again after the new confirmation', async () => {
  const subscribed = await merchant.create(SHOP);
  const txid = await pay(subscribed.address, 100_000);
  await mine();
  await merchant.node.reorg(1, 'empty');
  await merchant.sync();
  await mine();
  expect(await dataOf(subscribed.id)).toEqual([
    ['detected', null, null, 100_000, txid],
    ['confirmed', null, null, 100_000, txid],
    ['reverted', 'detected', 'reorged', 100_000, txid],
    ['confirmed', null, null, 100_000, txid],
  ]);
  expect(await sent(subscribed.id)).toEqual(['detected', 'confirmed', 'reverted', 'confirmed']);
});

test('when a payment’s transaction vanishes, payment.reverted is sent with the reason', async () => {
  const { id, address } = await merchant.create(SHOP);
  const txid = await pay(address, 100_000);
  await merchant.node.replace(txid);
  await mine();
  expect((await dataOf(id)).at(-1)).toEqual(['reverted', 'pending', 'replaced', 0, null]);
});

test('by default, only payment.detected and payment.confirmed are sent, while events of all types are stored', async () => {
  await choose(DEFAULT_EVENT_TYPES);
  const { id, address } = await merchant.create(SHOP);
  await pay(address, 40_000);
  await pay(address, 60_000);
  await mine();
  await merchant.node.reorg(1, 'empty');
  await merchant.sync();
  await mine();
  expect((await dataOf(id)).map(([type]) => type)).toEqual([
    'underpaid',
    'detected',
    'confirmed',
    'reverted',
    'confirmed',
  ]);
  expect(await sent(id)).toEqual(['detected', 'confirmed']);
});

test('a new choice of events applies from the next event on', async () => {
  await choose([]);
  const { id, address } = await merchant.create(SHOP);
  await pay(address, 100_000);
  expect(await sent(id)).toEqual([]);
  await choose(['payment.confirmed']);
  await mine();
  expect(await sent(id)).toEqual(['confirmed']);
});
