import { expect, test } from 'vitest';
import { OPERATOR } from '@/lib/domain/actor';
import { EVENT_TYPES } from '@/lib/domain/event-types';
import type { RefundResponse } from '@/lib/http/refunds/refund-response';
import { updateKey } from '@/lib/keys/update-key';
import { openLiveMerchant, receivedEventIds } from '@/test/support/live-merchant';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { until } from '@/test/support/wait';

const merchant = await openForTestFile(openLiveMerchant());
const { app, node, receiver } = merchant;

const reaches = (id: string, status: RefundResponse['status']) =>
  until(`refund ${id} is ${status}`, async () => {
    const { body } = await merchant.request<RefundResponse>(`/v1/btc/refunds/${id}`);
    return body.status === status && body;
  });

test('a refund is detected, confirmed and reported by webhooks, even if the server is killed at each step', async () => {
  await updateKey(
    merchant.db,
    OPERATOR,
    merchant.key.id,
    { webhookEvents: EVENT_TYPES },
    new Date(),
  );
  const payment = await merchant.create({ required_confirmations: 1 });
  await node.sendTo(payment.address, 100_000);
  await node.mine(1);
  await merchant.reaches(payment.id, 'confirmed');
  const address = await node.address();
  const { status, body: made } = await merchant.request<RefundResponse>(
    `/v1/btc/payments/${payment.id}/refunds`,
    { amount_sats: 60_000, address },
  );
  expect(status).toBe(201);
  await app.kill();
  const txid = await node.sendTo(address, 60_000);
  await app.start();
  expect(await reaches(made.id, 'sent')).toMatchObject({ txid, amount_sats: 60_000 });
  await app.kill();
  await node.mine(1);
  await app.start();
  const confirmed = await reaches(made.id, 'confirmed');
  expect(confirmed).toMatchObject({ txid, confirmations: 1 });
  await until('every event is delivered', async () => {
    const events = await merchant.events(payment.id);
    return events.every(({ delivery }) => delivery === 'delivered');
  });
  const events = await merchant.events(payment.id);
  expect(events.map(({ type }) => type).filter((type) => type.startsWith('refund.'))).toEqual([
    'refund.created',
    'refund.sent',
    'refund.confirmed',
  ]);
  expect(new Set(receivedEventIds(receiver))).toEqual(new Set(events.map(({ id }) => id)));
});
