import { expect, it } from 'vitest';
import type { Currency } from '@/lib/domain/currency';
import { Problem } from '@/lib/domain/problems';
import { rateText } from '@/lib/domain/rate';
import type { ExchangeName } from '@/lib/rates/exchanges';
import { parsePriceSources } from '@/lib/rates/rate-settings';
import { Rates } from '@/lib/rates/rates';
import { createTestDatabase } from '@/test/support/database';
import { EURO_EXCHANGES, startExchanges } from '@/test/support/exchanges';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { seededRandom } from '@/test/support/random';
import type { Reply } from '@/test/support/receiver';

const SEQUENCES = 10_000;
const LONG_LIMITS = { timeout: 1_200_000 };
const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];

/** Responses without a usable price. */
const BROKEN: readonly Reply[] = [
  { status: 500 },
  { status: 429 },
  { status: 200, body: '{"error":["EService:Unavailable"]}' },
  { status: 200, body: '[' },
  { status: 200, cut: true },
  'reset',
];
const NO_PRICES = ['0', '-50000', 'NaN', 'Infinity', '5e4', '', '50,000'] as const;
/** The exchanges whose documented response has a time. */
const TIMED: readonly ExchangeName[] = ['bitstamp', 'mempool', 'coingecko', 'yadio'];
/** Exchanges may agree on a rate through the dollar. Luno does not trade dollars. */
const NAMES = EURO_EXCHANGES.filter((name) => name !== 'luno');
const EURO = 'EUR' as Currency;

const [base, exchanges] = await Promise.all([
  openForTestFile(createTestDatabase()),
  openForTestFile(startExchanges()),
]);

interface Said {
  readonly price: number;
  readonly at: number;
}

/**
 * Computes the agreed price with an independent implementation of the rules. Its rounding errors
 * are far below a cent.
 */
function agreed(said: readonly Said[], now: number): Said | undefined {
  const young = said.filter(({ at }) => now - at <= 5 * MINUTE && at - now <= 5 * MINUTE);
  const centre = medianOf(young);
  const near = young.filter(({ price }) => Math.abs(price / centre - 1) <= 0.03);
  if (near.length < 2) return undefined;
  return { price: medianOf(near), at: Math.min(now, ...near.map(({ at }) => at)) };
}

function medianOf(said: readonly Said[]): number {
  const prices = said.map(({ price }) => price).sort((a, b) => a - b);
  const middle = prices.slice(Math.ceil(prices.length / 2) - 1, Math.floor(prices.length / 2) + 1);
  return middle.reduce((sum, price) => sum + price, 0) / middle.length;
}

it(
  `after each of ${SEQUENCES} random exchange faults, the returned rate still follows the rules`,
  LONG_LIMITS,
  async () => {
    const random = seededRandom('exchanges');
    let now = Date.parse('2026-01-01T12:00:00Z');
    const rates = new Rates({
      db: base.db,
      settings: {
        sources: parsePriceSources(exchanges.settingOf(NAMES)),
        oneSource: new Map(),
        fixed: new Map(),
        spreadPpm: 0,
        maxAgeMs: 5 * MINUTE,
        maxDeviationPpm: 30_000,
        lastGoodMs: HOUR,
      },
      clock: () => new Date(now),
      onFault: () => {},
    });
    let price = 50_000;
    let [readAt, askedAt] = [0, 0];
    let last: Said | undefined;
    const seen = { current: 0, old: 0, refused: 0 };

    for (let n = 0; n < SEQUENCES; n += 1) {
      const then = now + 5 * SECOND;
      const isKnown = last && then - readAt <= MINUTE && then - last.at <= 5 * MINUTE;
      const isSoon = random.chance(0.2) && isKnown;
      now += isSoon ? 5 * SECOND : random.pick([6, 7, 10, 35, 61]) * MINUTE;
      price = Math.round(price * (0.95 + random.int(0, 100) / 1000) * 100) / 100 + 1;
      const health = random.int(0, 10);
      const said: Said[] = [];
      for (const name of NAMES) {
        const isWell = random.int(0, 10) <= health;
        const own = isWell ? price : price * random.pick([0.1, 0.5, 0.96, 1.02, 1.04, 2, 10]);
        const quote = { price: Number(own.toFixed(2)), at: now };
        if (!isWell && random.chance(0.4)) {
          exchanges.say(name, { reply: random.pick(BROKEN) });
        } else if (!isWell && random.chance(0.3)) {
          exchanges.say(name, { price: random.pick(NO_PRICES), at: new Date(now) });
        } else {
          const ages = random.chance(0.8) ? [0, 60] : [299, 301, 3_000, -301];
          if (TIMED.includes(name)) quote.at -= random.pick(ages) * SECOND;
          exchanges.say(name, { price: quote.price.toFixed(2), at: new Date(quote.at) });
          said.push(quote);
        }
      }

      const isRead = now - readAt > MINUTE && now - askedAt >= 10 * SECOND;
      const current = isRead ? agreed(said, now) : undefined;
      if (isRead) askedAt = now;
      if (current) [last, readAt] = [current, now];

      const found = await rates.rate(EURO, 'mainnet', new Date(now), 'currency').catch((error) => {
        if (error instanceof Problem && error.code === 'rate_unavailable') return undefined;
        throw error;
      });
      if (!last || now - last.at > HOUR) {
        expect(found).toBeUndefined();
        seen.refused += 1;
        continue;
      }
      expect(Math.abs(Number(found && rateText(found.rate)) - last.price)).toBeLessThan(0.01);
      expect(found?.quotedAt.getTime()).toBe(last.at);
      if (now - last.at > 5 * MINUTE) seen.old += 1;
      else seen.current += 1;
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(SEQUENCES / 50);
  },
);
