import { expect, test } from 'vitest';
import { confirmationRate } from '@/db/schema/rates';
import { simulateMining } from '@/lib/chain/sources/sandbox/mine';
import { payAddress } from '@/lib/chain/sources/sandbox/pay-address';
import { reorg } from '@/lib/chain/sources/sandbox/reorg';
import { createSandboxSource } from '@/lib/chain/sources/sandbox/source';
import type { Currency } from '@/lib/domain/currency';
import type { Rate } from '@/lib/domain/rate';
import { toSats } from '@/lib/domain/sats';
import { nextRateAt, storeConfirmationRates } from '@/lib/payments/store-confirmation-rates';
import type { RateSettings } from '@/lib/rates/rate-settings';
import { Rates } from '@/lib/rates/rates';
import { openTestMerchant } from '@/test/support/test-merchant';

const EUR = 'EUR' as Currency;
const MINUTE_MS = 60_000;

test('a payment that was confirmed without a rate gets a rate when it is confirmed again after a reorg', async () => {
  const merchant = await openTestMerchant(({ db }, clock) => createSandboxSource(db, clock));
  const { db } = merchant.base;
  merchant.stopClock();
  await merchant.sync();
  const fixed = new Map<Currency, Rate>();
  const settings: RateSettings = {
    sources: 'fixed',
    oneSource: new Map(),
    fixed,
    spreadPpm: 0,
    maxAgeMs: 5 * MINUTE_MS,
    maxDeviationPpm: 30_000,
    lastGoodMs: 60 * MINUTE_MS,
  };
  const rates = new Rates({ db, settings, clock: merchant.now, onFault: () => {} });
  const confirm = async () => {
    await simulateMining(db, { blocks: 1 }, merchant.now());
    await merchant.sync();
    expect(await merchant.payment(id)).toMatchObject({ status: 'confirmed' });
  };

  const amount = toSats(100_000);
  const quoted = { currency: EUR, rate: '50000', source: 'fixed', spreadPpm: 0 };
  const price = { ...quoted, amount: '50', quotedAt: merchant.now().toISOString() };
  const { id, address } = await merchant.create({ amount, requiredConfirmations: 1, price });
  await payAddress(db, { address, sats: amount }, merchant.now());
  await merchant.sync();
  await confirm();
  merchant.passTime(11 * MINUTE_MS);
  expect(await storeConfirmationRates(db, rates, merchant.now())).toBe(0);
  expect(await nextRateAt(db)).toBeNull();

  await reorg(db, { blocks: 1, remine: false }, merchant.now());
  await merchant.sync();
  fixed.set(EUR, (60_000n * 10n ** 8n) as Rate);
  await confirm();
  expect(await storeConfirmationRates(db, rates, merchant.now())).toBe(1);
  const row = { wanted: false, rate: '60000', confirmedAt: merchant.now() };
  expect(await db.select().from(confirmationRate)).toMatchObject([row]);
  await merchant.close();
});
