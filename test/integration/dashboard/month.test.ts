import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { payment } from '@/db/schema/payments';
import { changeMerchantSetting } from '@/lib/accounts/change-merchant-setting';
import type { Currency } from '@/lib/domain/currency';
import { splitConfirmedMoney } from '@/lib/domain/earned';
import type { CalendarMonth } from '@/lib/domain/local-days';
import { PAYMENT_FLAGS, PAYMENT_STATUSES, type PaymentFlag } from '@/lib/domain/payment';
import type { Price } from '@/lib/domain/price';
import { toSats } from '@/lib/domain/sats';
import type { DecisionReason } from '@/lib/domain/worklist';
import { withSeal } from '@/lib/keys/seal';
import { newPaymentRow } from '@/lib/payments/payment-row';
import { moneyShares as sharesInSql } from '@/lib/payments/views/money-shares';
import { type MonthRequest, readMonth } from '@/lib/payments/views/month';
import { createTestActor } from '@/test/support/actor';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey, type TestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { PLAIN_TERMS } from '@/test/support/plain-terms';

const base = await openForTestFile(createTestDatabase());
const NOW = new Date('2026-05-03T13:00:00Z');

async function newShop() {
  const key = await createTestKey(base.db);
  const owner = await createTestActor(base.db, key.merchantId, 'owner');
  const read = (change: Partial<MonthRequest> = {}) =>
    readMonth(base.db, owner, { network: 'regtest', timeZone: 'UTC', ...change }, NOW);
  return { key, owner, read };
}

async function add(of: TestKey, change: Partial<typeof payment.$inferInsert>): Promise<string> {
  const destination = {
    address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    script: `0014${randomBytes(20).toString('hex')}`,
    walletId: null,
    derivationIndex: null,
    watchFromHeight: 0,
    watchAfterHash: null,
  };
  const row = newPaymentRow(of.actor, PLAIN_TERMS, destination, new Date('2026-01-01T00:00:00Z'));
  await base.db.insert(payment).values(withSeal('payment', { ...row, ...change } as typeof row));
  return row.id;
}

const confirmed = (of: TestKey, at: string, sats: number, change = {}) =>
  add(of, {
    ...{ status: 'confirmed', confirmedAt: new Date(at), receivedSats: toSats(sats) },
    ...change,
  });

test('for each network, money counts as earned on its confirmation day in the requested time zone', async () => {
  const { key, owner, read } = await newShop();
  const signet = await createTestKey(base.db, { merchantId: key.merchantId, network: 'signet' });
  await confirmed(key, '2026-05-01T21:59:59Z', 100);
  await confirmed(key, '2026-05-01T22:00:00Z', 20);
  await confirmed(key, '2026-04-30T22:00:00Z', 3);
  await confirmed(key, '2026-04-30T21:59:59Z', 5_000);
  await confirmed(signet, '2026-05-02T12:00:00Z', 5_000_000_000);
  const sats = ({ days }: Awaited<ReturnType<typeof read>>) =>
    days.slice(0, 3).map((day) => day.sats);
  expect(sats(await read())).toEqual([120, 0, 0]);
  const berlin = await read({ timeZone: 'Europe/Berlin' });
  expect(sats(berlin)).toEqual([103, 20, 0]);
  expect(berlin).toMatchObject({ month: '2026-05', today: 3, earned: { sats: 123, payments: 3 } });
  expect(berlin.days).toHaveLength(31);
  expect((await read({ network: 'signet' })).earned.sats).toBe(5_000_000_000);
  const stranger = await createTestActor(
    base.db,
    (await createTestKey(base.db)).merchantId,
    'owner',
  );
  expect((await readMonth(base.db, stranger, { timeZone: 'UTC' }, NOW)).earned.sats).toBe(0);
  expect(owner.merchantId).toBe(key.merchantId);
});

test('the current month is compared with the same days of the month before', async () => {
  const { key, read } = await newShop();
  await confirmed(key, '2026-04-03T23:59:59Z', 7);
  await confirmed(key, '2026-04-04T00:00:00Z', 40);
  await confirmed(key, '2026-03-31T00:00:00Z', 500);
  const now = await read();
  expect([now.earlier.sats, now.earlierDays[3]?.sats]).toEqual([7, 40]);
  const april = await read({ month: '2026-04' as CalendarMonth });
  expect(april).toMatchObject({ today: null, earned: { sats: 47 }, earlier: { sats: 500 } });
  expect([april.days.length, april.earlierDays.length]).toEqual([30, 31]);
  expect((await read({ month: '2027-01' as CalendarMonth })).month).toBe('2026-05');
});

test('late money, excess money and money for a canceled payment count as “to give back” until marked as done', async () => {
  const { key, read } = await newShop();
  const at = '2026-05-02T12:00:00Z';
  const [late, overpaid]: PaymentFlag[][] = [['late'], ['overpaid']];
  const amountSats = toSats(1_000);
  const requiredSats = amountSats;
  await confirmed(key, at, 1_000, { amountSats, requiredSats });
  await confirmed(key, at, 1_500, { amountSats, requiredSats, flags: overpaid });
  await confirmed(key, at, 30_000, { amountSats, requiredSats, flags: late });
  await confirmed(key, at, 700_000, { amountSats, requiredSats, flags: late, handled: ['late'] });
  await add(key, { status: 'detected', receivedSats: toSats(11) });
  await add(key, { status: 'pending', receivedSats: toSats(2), flags: ['underpaid'] });
  await add(key, { status: 'canceled', receivedSats: toSats(5), flags: ['underpaid'] });
  await add(key, { status: 'expired', receivedSats: toSats(9), flags: ['underpaid'] });
  expect(await read()).toMatchObject({
    earned: { sats: 702_000, payments: 3 },
    onItsWay: { sats: 13, payments: 2 },
    toGiveBack: { sats: 30_505, payments: 3 },
  });
});

test('an accepted late payment counts on its confirmation day, and an accepted underpaid payment on its acceptance day', async () => {
  const { key, read } = await newShop();
  const acceptedAt = new Date('2026-05-03T12:00:00Z');
  const late: PaymentFlag[] = ['late'];
  const done = { acceptedAt, flags: late, handled: ['late'] };
  await confirmed(key, '2026-05-01T12:00:00Z', 100, done);
  const part = { receivedSats: toSats(7), flags: ['underpaid' as const], acceptedAt };
  await add(key, { ...part, status: 'expired', handled: ['underpaid'] });
  const { days, toGiveBack } = await read();
  expect(days.slice(0, 3).map(({ sats }) => sats)).toEqual([100, 0, 7]);
  expect(toGiveBack.sats).toBe(0);
});

test('a day with far more money than the others is marked as an outlier, with its largest payment', async () => {
  const { key, owner, read } = await newShop();
  await changeMerchantSetting(base.db, owner, 'displayCurrency', 'EUR' as Currency, NOW);
  const priced = (amount: string, reference: string) => ({
    reference,
    amountSats: toSats(1_000),
    requiredSats: toSats(1_000),
    price: {
      ...{ amount, currency: 'EUR' as Currency, rate: '50000', source: 'fixed' },
      ...{ quotedAt: '2026-05-01T00:00:00Z', spreadPpm: 0 },
    } satisfies Price,
  });
  for (let day = 1; day <= 25; day += 1) {
    const at = `2026-04-${String(day).padStart(2, '0')}T12:00:00Z`;
    await confirmed(key, at, 1_000, priced('320', `Day ${day}`));
  }
  await confirmed(key, '2026-04-19T13:00:00Z', 1_000, priced('9840.00', 'INV-2026/0017'));
  const { earned, outliers } = await read({ month: '2026-04' as CalendarMonth });
  expect(earned.volume).toEqual({ amount: '17840.00', withoutRate: 0 });
  expect(outliers).toMatchObject([
    {
      day: 19,
      largest: { reference: 'INV-2026/0017', money: { volume: { amount: '9840.00' } } },
    },
  ]);
});

test('the SQL for earnings gives the same result as the domain code for every state of a payment', async () => {
  const { key } = await newShop();
  const flags: PaymentFlag[][] = [[], ...PAYMENT_FLAGS.map((flag) => [flag]), ['overpaid', 'late']];
  const handled: DecisionReason[][] = [[], ['late'], ['overpaid'], ['underpaid']];
  for (const status of PAYMENT_STATUSES)
    for (const flag of flags)
      for (const done of handled)
        for (const received of [0, 700, 1_500])
          for (const acceptedAt of [null, NOW])
            await add(key, {
              ...{ status, flags: flag, handled: done, receivedSats: toSats(received), acceptedAt },
              ...{ amountSats: toSats(1_000), requiredSats: toSats(1_000) },
            });
  const { earned, toGiveBack } = sharesInSql(sql`received_sats`, sql`0`);
  const rows = await base.db
    .select({ row: payment, earned: sql`${earned}`, toGiveBack: sql`${toGiveBack}` })
    .from(payment)
    .where(sql`${payment.apiKeyId} = ${key.id}`);
  for (const { row, ...shares } of rows) {
    const accepted = row.acceptedAt !== null;
    const facts = { ...row, accepted, amount: row.amountSats, inBlocks: row.receivedSats };
    const expected = splitConfirmedMoney(facts);
    const found = { earned: Number(shares.earned), toGiveBack: Number(shares.toGiveBack) };
    expect(found, JSON.stringify([row.status, row.flags, row.handled])).toEqual(expected);
  }
  expect(rows.length).toBeGreaterThan(800);
});
