import { expect, test } from 'vitest';
import { exchangeRateGap } from '@/db/schema/rates';
import type { Currency } from '@/lib/domain/currency';
import { FIXED_RATES, parseFixedRates, parsePriceSources } from '@/lib/rates/rate-settings';
import { Rates } from '@/lib/rates/rates';
import { createTestDatabase } from '@/test/support/database';
import { EURO_EXCHANGES, startExchanges } from '@/test/support/exchanges';
import { openForTestFile } from '@/test/support/open-for-test-file';

const MINUTE = 60_000;

const base = await openForTestFile(createTestDatabase());
const exchanges = await openForTestFile(startExchanges());
let now = new Date('2026-01-01T12:00:00Z');
const rates = new Rates({
  db: base.db,
  settings: {
    sources: parsePriceSources(exchanges.setting),
    oneSource: new Map(),
    fixed: parseFixedRates(FIXED_RATES),
    ...{ spreadPpm: 0, maxAgeMs: 5 * MINUTE, maxDeviationPpm: 30_000, lastGoodMs: 5 * MINUTE },
  },
  clock: () => now,
  onFault: () => {},
});
const say = (price: (nth: number) => number) => {
  for (const [nth, name] of EURO_EXCHANGES.entries())
    exchanges.say(name, { price: price(nth), at: now });
};
const ask = (currency: string) => rates.rate(currency as Currency, 'mainnet', now, 'currency');
const gaps = () => base.db.select().from(exchangeRateGap);

test('a gap in a currency’s rates begins when a known rate becomes unavailable, and ends with the next rate', async () => {
  say((nth) => 10_000 * 2 ** nth);
  await expect(ask('CHF')).rejects.toMatchObject({ code: 'rate_unavailable' });
  expect(await gaps()).toEqual([]);
  say(() => 50_000);
  await ask('EUR');
  now = new Date(now.getTime() + 6 * MINUTE);
  const since = now;
  say((nth) => 10_000 * 2 ** nth);
  await expect(ask('EUR')).rejects.toMatchObject({ code: 'rate_unavailable' });
  now = new Date(now.getTime() + MINUTE);
  await expect(ask('EUR')).rejects.toMatchObject({ code: 'rate_unavailable' });
  await rates.fillGaps(now);
  expect(await gaps()).toEqual([{ currency: 'EUR', since }]);
  now = new Date(now.getTime() + MINUTE);
  say(() => 51_000);
  await rates.fillGaps(now);
  expect(await gaps()).toEqual([]);
});
