import type { Db } from '@/db/client';
import { findAgreedRate, type RateQuote } from '@/lib/domain/agreed-rate';
import { ageMs } from '@/lib/domain/clock-skew';
import { CURRENCIES, type Currency, unitsPerBitcoin } from '@/lib/domain/currency';
import type { Network } from '@/lib/domain/network';
import { unitRate } from '@/lib/domain/price';
import { invalidField, Problem } from '@/lib/domain/problems';
import { crossRate } from '@/lib/domain/rate';
import { ExchangeResponses, type ExchangeSource } from './exchange-responses';
import type { Pair } from './exchanges';
import {
  lastRate,
  listCurrenciesWithoutRate,
  recordRateGap,
  type StoredRate,
  storeRate,
} from './last-rates';
import { pairSources, pricedCurrencies } from './priced-currencies';
import type { RateSettings } from './rate-settings';

export interface RateDeps {
  readonly db: Db;
  readonly settings: RateSettings;
  readonly clock: () => Date;
  /** Called for an exchange that does not answer as documented, at most every ten minutes. */
  readonly onFault: (name: string, error: unknown) => void;
}

/** Time for which a rate is used before the exchanges are queried again. */
const FRESH_MS = 60_000;
const PAUSE_MS = 10_000;
/** An exchange may permanently refuse requests from a whole country, so reports are rare. */
const REPORT_EVERY_MS = 600_000;
const DOLLAR = 'USD' as Currency;
const UNITS = CURRENCIES.filter((currency) => unitsPerBitcoin(currency) !== undefined);

/**
 * The prices of one bitcoin. Exchanges are queried on demand, and concurrent requests share the
 * answers. A rate is used for a minute, unless its quotes become too old.
 */
export class Rates {
  readonly #deps: RateDeps;
  readonly #answers: ExchangeResponses;
  readonly #priced: readonly Currency[];
  readonly #found = new Map<Currency, StoredRate>();
  readonly #underWay = new Map<Currency, Promise<void>>();
  readonly #askedAt = new Map<Currency, number>();
  readonly #reportedAt = new Map<string, number>();

  constructor(deps: RateDeps) {
    this.#deps = deps;
    this.#answers = new ExchangeResponses(deps.clock);
    const { sources, oneSource } = deps.settings;
    this.#priced = typeof sources === 'string' ? [] : pricedCurrencies(sources, oneSource);
  }

  currencies(network: Network): readonly Currency[] {
    const { sources, fixed } = this.#deps.settings;
    if (sources === 'off') return UNITS;
    const isFixed = sources === 'fixed' || network === 'regtest';
    return [...new Set([...UNITS, ...(isFixed ? fixed.keys() : this.#priced)])].sort();
  }

  /** Returns the spread added to an amount, in parts per million; 0 for bitcoin's own units. */
  spreadPpm({ source }: StoredRate): number {
    return source === 'unit' ? 0 : this.#deps.settings.spreadPpm;
  }

  /**
   * @param network the network of the payment: for regtest, the rates come from a fixed table
   * @param pointer the JSON pointer to the currency in the request, for errors
   * @throws Problem `invalid_request` when this server has no rate for the currency;
   *  `rate_unavailable` when exchanges have not agreed for too long
   */
  async rate(
    currency: Currency,
    network: Network,
    now: Date,
    pointer: string,
  ): Promise<StoredRate> {
    const own = unitRate(currency);
    if (own) return { rate: own, source: 'unit', quotedAt: now, readAt: now };
    const { sources, oneSource, fixed, maxAgeMs, lastGoodMs } = this.#deps.settings;
    if (sources === 'off')
      throw noRate(
        pointer,
        'has no rate: prices are switched off on this server. Send amount_sats.',
      );
    if (sources === 'fixed' || network === 'regtest') {
      const rate = fixed.get(currency);
      if (rate) return { rate, source: 'fixed', quotedAt: now, readAt: now };
      const known = [...fixed.keys()].sort().join(', ');
      throw noRate(pointer, `must be one of ${known}, which have a fixed rate on this server.`);
    }
    if (!this.#priced.includes(currency)) {
      const known = this.currencies(network).join(', ');
      throw noRate(pointer, `must be one of ${known}, which this server can price.`);
    }
    const known = this.#found.get(currency);
    // A recent rate is used immediately, while a new rate is read in the background.
    const isYoung = known && ageMs(known.quotedAt, now) <= maxAgeMs;
    if (!isYoung) await this.#read(currency, sources, now);
    else if (ageMs(known.readAt, now) > FRESH_MS)
      this.#read(currency, sources, now).catch(() => {});
    const found = this.#found.get(currency);
    if (found && ageMs(found.quotedAt, now) <= Math.max(lastGoodMs, maxAgeMs)) return found;
    // A gap is recorded only for a currency that once had a rate, because exchanges never agree on
    // the rates of some currencies.
    if (found) await recordRateGap(this.#deps.db, currency, now);
    const only = oneSource.get(currency);
    const what = only ? `${only} has no rate of` : 'No two sources agree on the rate of';
    throw new Problem(
      'rate_unavailable',
      `${what} ${currency} at the moment. Send the request again, or send amount_sats.`,
      { retryAfterSeconds: PAUSE_MS / 1000 },
    );
  }

  /** Requests a rate again for each currency that had none. */
  async fillGaps(now: Date): Promise<void> {
    const { db, settings } = this.#deps;
    const { sources } = settings;
    if (sources === 'off' || sources === 'fixed') return;
    for (const currency of await listCurrenciesWithoutRate(db))
      await this.#read(currency, sources, now);
  }

  #read(currency: Currency, sources: readonly ExchangeSource[], now: Date): Promise<void> {
    const running = this.#underWay.get(currency);
    if (running) return running;
    const paused = ageMs(this.#askedAt.get(currency) ?? 0, now) < PAUSE_MS;
    if (paused) return Promise.resolve();
    this.#askedAt.set(currency, now.getTime());
    const started = this.#readOnce(currency, sources, now).finally(() => {
      this.#underWay.delete(currency);
    });
    this.#underWay.set(currency, started);
    return started;
  }

  async #readOnce(
    currency: Currency,
    sources: readonly ExchangeSource[],
    now: Date,
  ): Promise<void> {
    const { db, settings } = this.#deps;
    const last = await lastRate(db, currency);
    const known = this.#found.get(currency);
    if (last && (!known || ageMs(last.readAt, now) < ageMs(known.readAt, now)))
      this.#found.set(currency, last);
    const { maxAgeMs } = settings;
    if (last && ageMs(last.readAt, now) <= FRESH_MS && ageMs(last.quotedAt, now) <= maxAgeMs)
      return;
    const found =
      (await this.#direct(currency, sources)) ?? (await this.#crossed(currency, sources));
    if (!found) return;
    this.#found.set(currency, found);
    await storeRate(db, currency, found);
  }

  async #direct(
    currency: Currency,
    sources: readonly ExchangeSource[],
  ): Promise<StoredRate | undefined> {
    return this.#agree({ base: 'BTC', quote: currency }, sources);
  }

  /** Converts through the dollar, if the sources agree on both of the rates. */
  async #crossed(
    currency: Currency,
    sources: readonly ExchangeSource[],
  ): Promise<StoredRate | undefined> {
    if (currency === DOLLAR || this.#deps.settings.oneSource.has(currency)) return undefined;
    const [bitcoin, dollar] = await Promise.all([
      this.#agree({ base: 'BTC', quote: DOLLAR }, sources),
      this.#agree({ base: 'USD', quote: currency }, sources),
    ]);
    const rate = bitcoin && dollar && crossRate(bitcoin.rate, dollar.rate);
    if (!rate) return undefined;
    const older = bitcoin.quotedAt < dollar.quotedAt ? bitcoin : dollar;
    return { ...older, rate, source: `${bitcoin.source} via USD (${dollar.source})` };
  }

  async #agree(pair: Pair, sources: readonly ExchangeSource[]): Promise<StoredRate | undefined> {
    const { clock, settings } = this.#deps;
    const asked = pairSources(pair, sources, settings.oneSource);
    if (asked.sources.length < asked.needed) return undefined;
    const answers = asked.sources.map(async (one): Promise<RateQuote[]> => {
      try {
        const quote = await this.#answers.ask(one, pair);
        return quote ? [quote] : [];
      } catch (error) {
        this.#tell(one.name, error);
        return [];
      }
    });
    const quotes = (await Promise.all(answers)).flat();
    const readAt = clock();
    const agreed = findAgreedRate(quotes, settings, readAt, asked.needed);
    return (
      agreed && { rate: agreed.rate, source: agreed.sources.join(), quotedAt: agreed.at, readAt }
    );
  }

  #tell(name: string, error: unknown): void {
    const { clock, onFault } = this.#deps;
    const now = clock().getTime();
    if (ageMs(this.#reportedAt.get(name) ?? 0, now) < REPORT_EVERY_MS) return;
    this.#reportedAt.set(name, now);
    onFault(name, error);
  }
}

function noRate(pointer: string, what: string): Problem {
  const message = `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
  return invalidField(pointer, 'no_rate', message, `The currency ${what}`);
}
