import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { payment } from '@/db/schema/payments';
import { toSats } from '@/lib/domain/sats';
import { newPaymentRow } from '@/lib/payments/payment-row';
import { readOverviewStrips, type StripsRequest } from '@/lib/payments/views/overview-strips';
import { createTestActor } from '@/test/support/actor';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey, type TestKey } from '@/test/support/factories';
import { forFile } from '@/test/support/for-file';
import { PLAIN_TERMS } from '@/test/support/plain-terms';
import { UNREAD_CHAINS as kinds } from '@/test/support/unread-chains';

const base = await forFile(createTestDatabase());
const key = await createTestKey(base.db);
const viewer = await createTestActor(base.db, key.merchantId, 'viewer');
const stranger = await createTestActor(base.db, (await createTestKey(base.db)).merchantId, 'owner');

const NOW = new Date('2026-05-03T13:00:00Z');

const read = (change: Partial<StripsRequest> = {}, actor = viewer) =>
  readOverviewStrips(
    base.db,
    actor,
    { network: 'regtest', range: '30d', timeZone: 'UTC', kinds, ...change },
    NOW,
  );

async function add(of: TestKey, at: string, change: Partial<typeof payment.$inferInsert>) {
  const destination = {
    address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    script: `0014${randomBytes(20).toString('hex')}`,
    walletId: null,
    derivationIndex: null,
    watchFromHeight: 0,
    watchAfterHash: null,
  };
  const row = newPaymentRow(of.actor, PLAIN_TERMS, destination, new Date(at));
  await base.db.insert(payment).values({ ...row, ...change });
}

test('received amounts are totaled by the viewer’s days, for one network and with the previous range', async () => {
  const signet = await createTestKey(base.db, { merchantId: key.merchantId, network: 'signet' });
  const confirmed = (of: TestKey, at: string, sats: number) =>
    add(of, '2026-01-01T00:00:00Z', {
      ...{ status: 'confirmed', confirmedAt: new Date(at), receivedSats: toSats(sats) },
    });
  await confirmed(key, '2026-05-02T21:59:59Z', 100);
  await confirmed(key, '2026-05-02T22:00:00Z', 20);
  await confirmed(key, '2026-05-03T12:00:00Z', 3);
  await confirmed(key, '2026-04-02T12:00:00Z', 9_999);
  await confirmed(key, '2026-04-03T12:00:00Z', 7_000);
  await confirmed(signet, '2026-05-03T12:00:00Z', 5_000_000_000);
  await add(key, '2026-01-01T00:00:00Z', { status: 'detected', receivedSats: toSats(700) });
  const last = async (change: Partial<StripsRequest>) =>
    (await read(change)).buckets
      .slice(-2)
      .map(({ received, earlierSats }) => [received.sats, received.payments, earlierSats]);
  expect(await last({ timeZone: 'Europe/Berlin' })).toEqual([
    [100, 1, 9_999],
    [23, 2, 7_000],
  ]);
  expect(await last({})).toEqual([
    [120, 2, 9_999],
    [3, 1, 7_000],
  ]);
  expect(await last({ network: 'signet' })).toEqual([
    [0, 0, 0],
    [5_000_000_000, 1, 0],
  ]);
  const { total, today } = await read({ timeZone: 'Europe/Berlin' });
  expect([total, today]).toMatchObject([
    { sats: 123, payments: 3 },
    { sats: 23, payments: 2 },
  ]);
  expect((await read({ range: '365d' })).total.sats).toBe(123 + 9_999 + 7_000);
  const week = (await read({ range: '7d' })).buckets;
  expect(week.slice(-4).map(({ received }) => received.sats)).toEqual([120, 0, 0, 3]);
  expect((await read({}, stranger)).total).toEqual({ sats: 0, payments: 0, volume: null });
});

test('payments count on the day they were created, by the furthest status they reached', async () => {
  const shop = await createTestKey(base.db);
  const owner = await createTestActor(base.db, shop.merchantId, 'owner');
  const statuses = [
    'pending',
    'detected',
    'confirmed',
    'confirmed',
    'expired',
    'canceled',
  ] as const;
  for (const status of statuses) {
    const holdsAddress = status === 'pending' || status === 'detected';
    await add(shop, '2026-05-01T23:59:59.999Z', { status, holdsAddress });
  }
  await add(shop, '2026-05-02T00:00:00Z', { status: 'expired', holdsAddress: false });
  const { buckets } = await read({}, owner);
  expect(buckets.slice(-3).map(({ outcomes }) => outcomes)).toEqual([
    { created: 6, paid: 3, confirmed: 2, expired: 1 },
    { created: 1, paid: 0, confirmed: 0, expired: 1 },
    { created: 0, paid: 0, confirmed: 0, expired: 0 },
  ]);
});

test('a merchant without a key gets empty strips', async () => {
  const empty = await createTestActor(base.db, (await createTestKey(base.db)).merchantId, 'owner');
  const { buckets, endpoints, source } = await read({ range: '90d' }, empty);
  expect(buckets).toHaveLength(90);
  expect(buckets.every(({ lagMinutes }) => lagMinutes === null)).toBe(true);
  expect(endpoints).toEqual({ busiest: [], others: 0 });
  expect(source).toBe('off');
});
