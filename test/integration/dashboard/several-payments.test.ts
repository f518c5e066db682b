import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Member } from '@/lib/domain/actor';
import { createTestActor } from '@/test/support/actor';
import { createTestApi, type TestApi } from '@/test/support/api';
import { createTestKey } from '@/test/support/factories';
import { type Outbox, openOutbox } from '@/test/support/outbox';
import { type Receiver, startReceiver } from '@/test/support/receiver';

let outbox: Outbox;
let receiver: Receiver;
let api: TestApi;
let member: Member;

beforeEach(async () => {
  [outbox, receiver] = await Promise.all([openOutbox(), startReceiver()]);
  api = createTestApi(outbox.base, { BITCOIN_REGTEST: 'sandbox' });
  member = await createTestActor(outbox.base.db, outbox.key.merchantId, 'member');
});
afterEach(async () => {
  await Promise.all([outbox.close(), receiver.close()]);
});

const make = async (key = outbox.key.apiKey) => {
  const path = '/v1/btc/payments';
  const { json } = await api.call({ path, key, body: { amount_sats: 5_000 } });
  return json.id as string;
};
const act = (what: string, ids: readonly string[], as = member) =>
  api.call({ path: `/api/dashboard/payments/${what}`, as, body: { ids } });
const statusOf = async (id: string) =>
  (await api.call({ path: `/v1/btc/payments/${id}`, key: outbox.key.apiKey })).json.status;

test('bulk cancel cancels what it can and reports a reason per failure', async () => {
  const [open, paid] = [await make(), await make()];
  await outbox.base.db.execute(`update payment set received_sats = 9 where id = '${paid}'`);
  const strange = await make((await createTestKey(outbox.base.db)).apiKey);
  const { status, json } = await act('cancel', [open, paid, strange, open]);
  expect(status).toBe(200);
  expect(json.data).toEqual([
    { id: open, done: 1, refused: null },
    {
      id: paid,
      done: 0,
      refused: expect.stringContaining('it is pending and has received 9 sats'),
    },
    { id: strange, done: 0, refused: expect.stringContaining('no payment') },
  ]);
  expect([await statusOf(open), await statusOf(paid)]).toEqual(['canceled', 'pending']);
});

test('bulk resend resends only the failed webhooks of the selected payments', async () => {
  receiver.respond({ status: 410 });
  const [failed, other] = [
    await outbox.announceNew(receiver.url()),
    await outbox.announceNew(receiver.url()),
  ];
  await outbox.dispatch();
  const silent = await make();
  const { json } = await act('resend-failed', [failed.id, silent]);
  expect(json.data).toEqual([
    { id: failed.id, done: 1, refused: null },
    { id: silent, done: 0, refused: null },
  ]);
  expect((await outbox.delivery(failed)).status).toBe('pending');
  expect((await outbox.delivery(other)).status).toBe('failed');
});

test('for selected payments, the dashboard gets the open reasons and failed deliveries that bulk actions would change', async () => {
  receiver.respond({ status: 410 });
  const failed = await outbox.announceNew(receiver.url());
  await outbox.dispatch();
  const [late, silent] = [await make(), await make()];
  await outbox.base.db.execute(
    `update payment set status = 'confirmed', received_sats = 9000, flags = '{late,overpaid}' where id = '${late}'`,
  );
  const count = (as: Member) => {
    const path = `/api/dashboard/payments/selected?ids=${[failed.id, late, silent]}`;
    return api.call({ path, as });
  };
  const selected = [
    { id: failed.id, open_reasons: ['undelivered'], failed_deliveries: 1 },
    { id: late, open_reasons: ['late', 'overpaid'], failed_deliveries: 0 },
  ];
  expect((await count(member)).json.data).toEqual(selected);
  const { merchantId } = await createTestKey(outbox.base.db);
  expect((await count(await createTestActor(outbox.base.db, merchantId))).json.data).toEqual([]);
  const { json } = await act('resend-failed', [failed.id, late, silent]);
  expect(json.data.map(({ done }: { done: number }) => done)).toEqual([1, 0, 0]);
  expect((await count(member)).json.data).toEqual(selected.slice(1));
});

test('bulk export contains only the selected payments', async () => {
  const [first, , third] = [await make(), await make(), await make()];
  const path = `/api/dashboard/payments/export?format=json&ids=${first},${third}`;
  const { json } = await api.call({ path, as: member });
  expect(json.map(({ id }: { id: string }) => id).sort()).toEqual([first, third].sort());
});

test.each(['cancel', 'resend-failed'])(
  'bulk %s is refused for a viewer before anything changes',
  async (what) => {
    const viewer = await createTestActor(outbox.base.db, outbox.key.merchantId, 'viewer');
    const id = await make();
    expect((await act(what, [id], viewer)).status).toBe(403);
    expect(await statusOf(id)).toBe('pending');
  },
);

test.each([0, 101])('a bulk action on %s payments is rejected', async (count) => {
  const ids = Array.from({ length: count }, (_, at) => `pay_${String(at).padStart(22, '0')}`);
  const { status, json } = await act('cancel', ids);
  expect([status, json.errors[0].message]).toEqual([400, 'Must have 1 to 100 payments.']);
});
