import { afterEach, beforeEach, expect, test } from 'vitest';
import { webhookCount } from '@/db/schema/endpoints';
import { countHostAttempts, pruneCounts } from '@/lib/webhooks/endpoints/endpoint-ticks';
import { createTestKey } from '@/test/support/factories';
import { type Outbox, openOutbox } from '@/test/support/outbox';
import { type Receiver, startReceiver } from '@/test/support/receiver';

let outbox: Outbox;
let receiver: Receiver;

beforeEach(async () => {
  [outbox, receiver] = await Promise.all([openOutbox(), startReceiver()]);
});

afterEach(async () => {
  await Promise.all([outbox.close(), receiver.close()]);
});

const HOUR_MS = 3_600_000;
const ago = (ms: number) => new Date(outbox.clock().getTime() - ms);
const ticks = (keys = [outbox.key.id], starts: [Date, ...Date[]] = [ago(HOUR_MS)]) =>
  countHostAttempts(outbox.base.db, keys, starts);

test('every finished attempt is counted once, in its time slot, as accepted or failed', async () => {
  const begin = ago(HOUR_MS);
  const { host } = new URL(receiver.url());
  receiver.respond({ status: 500 });
  await outbox.announceNew(receiver.url());
  await outbox.dispatch();
  outbox.passTime(HOUR_MS);
  const later = ago(HOUR_MS / 2);
  receiver.respond({ status: 200 });
  await Promise.all([1, 2, 3].map(() => outbox.announceNew(receiver.url())));
  await outbox.dispatch();
  expect(await ticks(undefined, [begin, later])).toEqual({
    busiest: [
      {
        ...{ host, accepted: 4, failed: 1 },
        ticks: [
          { accepted: 0, failed: 1 },
          { accepted: 4, failed: 0 },
        ],
      },
    ],
    others: 0,
  });
});

test('attempts of other keys are not counted', async () => {
  const other = await createTestKey(outbox.base.db, { merchantId: outbox.key.merchantId });
  await outbox.announceNew(receiver.url());
  await outbox.announceNew(receiver.url(), other);
  await outbox.dispatch();
  expect((await ticks()).busiest).toMatchObject([{ accepted: 1 }]);
  expect((await ticks([outbox.key.id, other.id])).busiest).toMatchObject([{ accepted: 2 }]);
  expect(await ticks([])).toEqual({ busiest: [], others: 0 });
});

test('the five busiest hosts are counted separately, and all other hosts together', async () => {
  const row = { apiKeyId: outbox.key.id, quarter: ago(0), failed: 0 };
  const hosts = Array.from({ length: 7 }, (_, n) => ({ ...row, host: `h${n}`, accepted: n + 1 }));
  await outbox.base.db.insert(webhookCount).values(hosts);
  const { busiest, others } = await ticks();
  expect(busiest.map(({ host }) => host)).toEqual(['h6', 'h5', 'h4', 'h3', 'h2']);
  expect(others).toBe(2);
});

test('counts are kept for as long as the overview shows them', async () => {
  const row = { apiKeyId: outbox.key.id, host: 'h', accepted: 1, failed: 0 };
  const days = (count: number) => ago(count * 24 * HOUR_MS);
  await outbox.base.db
    .insert(webhookCount)
    .values([399, 401].map((count) => ({ ...row, quarter: days(count) })));
  await pruneCounts(outbox.base.db, outbox.clock());
  expect((await ticks(undefined, [days(500)])).busiest).toMatchObject([{ accepted: 1 }]);
});
