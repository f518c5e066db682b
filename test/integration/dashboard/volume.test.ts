import { randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { payment } from '@/db/schema/payments';
import { confirmationRate } from '@/db/schema/rates';
import { changeMerchantSetting } from '@/lib/accounts/change-merchant-setting';
import { readDashboardFrame } from '@/lib/accounts/read-dashboard-frame';
import type { Member } from '@/lib/domain/actor';
import type { Currency } from '@/lib/domain/currency';
import { newId } from '@/lib/domain/ids';
import type { Price } from '@/lib/domain/price';
import { toSats } from '@/lib/domain/sats';
import { withSeal } from '@/lib/keys/seal';
import { newPaymentRow } from '@/lib/payments/payment-row';
import { earnedByDay } from '@/lib/payments/views/earned-by-day';
import { createTestActor } from '@/test/support/actor';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey, type TestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { PLAIN_TERMS } from '@/test/support/plain-terms';

const base = await openForTestFile(createTestDatabase());

async function add(of: TestKey, change: Partial<typeof payment.$inferInsert>) {
  const destination = {
    address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    script: `0014${randomBytes(20).toString('hex')}`,
    walletId: null,
    derivationIndex: null,
    watchFromHeight: 0,
    watchAfterHash: null,
  };
  const terms = { ...PLAIN_TERMS, amount: toSats(1_000) };
  const row = newPaymentRow(of.actor, terms, destination, new Date('2026-05-01T00:00:00Z'));
  await base.db.insert(payment).values(withSeal('payment', { ...row, ...change } as typeof row));
}

const priceOf = (amount: string, currency: string): Price => ({
  ...{ amount, currency: currency as Currency, rate: '50000', source: 'fixed' },
  ...{ quotedAt: '2026-05-01T00:00:00Z', spreadPpm: 0 },
});

let owner: Member;
let shop: TestKey;
beforeEach(async () => {
  shop = await createTestKey(base.db);
  owner = await createTestActor(base.db, shop.merchantId, 'owner');
});

const now = new Date('2026-05-03T13:00:00Z');
const today = { status: 'confirmed', confirmedAt: new Date('2026-05-03T12:00:00Z') } as const;
const display = (code: string | null) =>
  changeMerchantSetting(base.db, owner, 'displayCurrency', code as Currency | null, now);
const read = async () => {
  const starts = [new Date('2026-05-02T00:00:00Z'), new Date('2026-05-03T00:00:00Z')];
  const end = new Date('2026-05-04T00:00:00Z');
  const { displayCurrency } = (await readDashboardFrame(base.db, owner, now)).merchant;
  const days = await earnedByDay(base.db, [shop.id], { starts, end }, displayCurrency);
  return { displayCurrency, volume: days[1]?.volume ?? null, days };
};
const sold = async (
  amountSats: number,
  receivedSats: number,
  price: Price | null,
  rate?: string,
) => {
  const id = newId('payment');
  const sats = { amountSats: toSats(amountSats), requiredSats: toSats(amountSats) };
  await add(shop, { id, ...today, ...sats, receivedSats: toSats(receivedSats), price });
  if (rate === undefined) return;
  await base.db.insert(confirmationRate).values({
    ...{ paymentId: id, currency: 'EUR' as Currency, confirmedAt: now, wanted: false },
    ...{ rate, source: 'fixed', quotedAt: now },
  });
};

test('the volume is empty until an owner chooses a display currency', async () => {
  await sold(1_000, 1_000, priceOf('0.50', 'EUR'), '50000');
  const { displayCurrency, volume, days } = await read();
  expect([displayCurrency, volume, days.at(-1)?.volume]).toEqual([null, null, null]);
});

test('a price in the display currency is added to the volume in proportion to the received amount', async () => {
  await display('EUR');
  await sold(99_800, 99_800, priceOf('49.9', 'EUR'), '70000');
  await sold(100_000, 150_000, priceOf('50', 'EUR'));
  const { displayCurrency, volume, days } = await read();
  expect([displayCurrency, volume]).toEqual(['EUR', { amount: '124.90', withoutRate: 0 }]);
  expect(days.map((day) => day.volume)).toEqual([{ amount: '0.00', withoutRate: 0 }, volume]);
});

test('a payment without a price in the display currency counts in the volume at its confirmation’s exchange rate', async () => {
  await display('EUR');
  await sold(100_000, 100_000, null, '51234.56789');
  await sold(1_000_000, 1_000_000, priceOf('900', 'USD'), '50000');
  expect((await read()).volume).toEqual({ amount: '551.23', withoutRate: 0 });
});

test('a payment with neither a price in the display currency nor a rate is listed as not converted', async () => {
  await display('EUR');
  await sold(100_000, 100_000, null);
  await sold(100_000, 100_000, priceOf('900', 'USD'));
  await sold(100_000, 100_000, priceOf('10', 'EUR'));
  const { volume, days } = await read();
  expect(volume).toEqual({ amount: '10.00', withoutRate: 2 });
  expect(days.at(-1)).toMatchObject({ sats: 300_000, payments: 3 });
});

test('the volume rounds each payment half up to the smallest unit, and large totals stay exact', async () => {
  await display('EUR');
  await sold(2, 1, priceOf('0.01', 'EUR'));
  await sold(1_000, 1_000, null, '449.99999999');
  await sold(2_100_000_000_000_000, 2_100_000_000_000_000, null, '99999999.99999999');
  // The first two payments are 0.005 and 0.00449999… euros. The third is 21 million bitcoin.
  expect((await read()).volume?.amount).toBe('2099999999999999.80');
  await display('JPY');
  await sold(100, 100, priceOf('123456789012345', 'JPY'));
  expect((await read()).volume).toEqual({ amount: '123456789012345', withoutRate: 3 });
});

test('the volume in bitcoin equals the sum of the received amounts', async () => {
  await display('BTC');
  await sold(100_000, 123_456_789, null);
  await sold(1, 1, priceOf('10', 'EUR'));
  expect((await read()).volume).toEqual({ amount: '1.23456790', withoutRate: 0 });
  await display('SATS');
  expect((await read()).volume).toEqual({ amount: '123456790', withoutRate: 0 });
});
