import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Member } from '@/lib/domain/actor';
import { toSats } from '@/lib/domain/sats';
import { handlePayment } from '@/lib/payments/handle-payment';
import { searchPayments } from '@/lib/payments/views/search-payments';
import { resendDelivery } from '@/lib/webhooks/delivery/resend-delivery';
import { createTestActor } from '@/test/support/actor';
import { type Outbox, openOutbox } from '@/test/support/outbox';
import { type Receiver, startReceiver } from '@/test/support/receiver';

let outbox: Outbox;
let receiver: Receiver;
let owner: Member;
beforeAll(async () => {
  [outbox, receiver] = await Promise.all([openOutbox(), startReceiver()]);
  owner = await createTestActor(outbox.base.db, outbox.key.merchantId);
  receiver.respond({ status: 410 });
});
afterAll(async () => {
  await Promise.all([outbox.close(), receiver.close()]);
});

const open = async () => {
  const filter = { workState: 'open', workReasons: ['undelivered'] } as const;
  return (await searchPayments(outbox.base.db, owner, filter, { limit: 10, offset: 0 })).total;
};

it('a payment with a given-up webhook is in the inbox until marked as done, and returns after every failure', async () => {
  const { db } = outbox.base;
  const one = await outbox.announceNew(receiver.url());
  expect(await open()).toBe(0);
  await outbox.dispatch();
  expect(await open()).toBe(1);
  // The received amount is not compared, because nothing about the amount needs a decision.
  const all = { paymentId: one.id, received: toSats(1), note: null };
  expect(await handlePayment(db, owner, all, outbox.clock())).toBe(1);
  expect(await open()).toBe(0);

  await outbox.announce(one, 'payment.confirmed');
  await outbox.dispatch();
  expect(await open()).toBe(1);
  await handlePayment(db, owner, all, outbox.clock());
  expect(await open()).toBe(0);

  await resendDelivery(db, owner, (await outbox.delivery(one)).id, outbox.clock());
  await outbox.dispatch();
  expect(await open()).toBe(1);

  receiver.respond({ status: 200 });
  for (const { id } of await outbox.deliveries(one)) {
    await resendDelivery(db, owner, id, outbox.clock());
    await outbox.dispatch();
  }
  expect(await open()).toBe(0);
  const page = await searchPayments(db, owner, { workState: 'handled' }, { limit: 1, offset: 0 });
  expect(page.total).toBe(0);
});

it('if a webhook is given up after its payment was marked as done, the inbox shows the webhook', async () => {
  receiver.respond({ status: 410 });
  const one = await outbox.announceNew(receiver.url());
  const all = { paymentId: one.id, received: toSats(1), note: null };
  expect(await handlePayment(outbox.base.db, owner, all, outbox.clock())).toBe(0);
  await outbox.dispatch();
  expect(await open()).toBe(1);
});
