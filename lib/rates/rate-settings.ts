import { type Currency, isCurrency } from '@/lib/domain/currency';
import { isEncodedUrl, parseUrl, URL_ENCODING_RULE } from '@/lib/domain/parse-url';
import { parseRate, type Rate } from '@/lib/domain/rate';
import type { ExchangeSource } from './exchange-responses';
import { EXCHANGES, type ExchangeName } from './exchanges';
import { parseOperatorRateSource } from './parse-operator-rate-source';
import { pairSources } from './priced-currencies';

export type PriceSources = readonly ExchangeSource[] | 'fixed' | 'off';

export interface RateSettings {
  readonly sources: PriceSources;
  /** For each currency with only one trusted source, the name of that source. */
  readonly oneSource: ReadonlyMap<Currency, string>;
  /** The fixed rates, which regtest always uses. */
  readonly fixed: ReadonlyMap<Currency, Rate>;
  readonly spreadPpm: number;
  readonly maxAgeMs: number;
  readonly maxDeviationPpm: number;
  /** Time in ms for which the last rate remains in use while the exchanges do not agree. */
  readonly lastGoodMs: number;
}

/** Rates in round numbers, for a network whose coins have no value. */
export const FIXED_RATES =
  'AUD=80000,BRL=280000,CAD=75000,CHF=47000,CNY=380000,CZK=1200000,DKK=373000,EUR=50000,GBP=43000,' +
  'INR=4600000,JPY=8000000,MXN=950000,NOK=570000,PLN=210000,SEK=550000,USD=54000,ZAR=960000';

/**
 * Parses PRICE_SOURCES: `off`, `fixed`, or names of exchanges separated by commas. A name can be
 * followed by `=` and another URL for this exchange. A currency in place of a name defines a source
 * of the operator.
 *
 * @throws Error with the rule that the text breaks
 */
export function parsePriceSources(text: string): PriceSources {
  if (text === 'off' || text === 'fixed') return text;
  const sources = text.split(',').map((one) => {
    const [name = '', ...rest] = one.trim().split('=');
    const url = rest.join('=');
    if (isCurrency(name)) return parseOperatorRateSource(name, url);
    if (!isExchange(name)) {
      const names = Object.keys(EXCHANGES).join(', ');
      throw new Error(`must be "off", "fixed", or some of ${names}, separated by commas`);
    }
    return { name, exchange: EXCHANGES[name], url: addressOf(name, url) };
  });
  const names = sources.map(({ name }) => name).filter(isExchange);
  if (new Set(names).size < names.length) throw new Error('must name exchanges each once');
  return sources;
}

/**
 * Parses PRICE_ONE_SOURCE, a list of currencies and their sources such as `CUP=yadio,CLF=own`.
 *
 * @throws Error with the rule that the text breaks
 */
export function parseOneSource(text: string): ReadonlyMap<Currency, string> {
  return new Map(
    text
      .split(',')
      .filter((one) => one.trim() !== '')
      .map((one) => {
        const [code = '', name = ''] = one.trim().split('=');
        if (!isCurrency(code) || name === '') {
          throw new Error('must be currencies and their sources, such as CUP=yadio,CLF=own');
        }
        return [code, name] as const;
      }),
  );
}

/** @throws Error with the variable and the rule, when the two settings contradict each other */
export function checkSources({ sources, oneSource }: RateSettings): void {
  if (sources === 'off' || sources === 'fixed') return;
  if (sources.length < 2 && oneSource.size === 0) {
    throw new Error(
      'PRICE_SOURCES must name two sources or more: a rate is what two agree on, save for the currencies of PRICE_ONE_SOURCE',
    );
  }
  for (const [quote, name] of oneSource) {
    if (!sources.some((one) => one.name === name)) {
      throw new Error(`PRICE_ONE_SOURCE: ${name} is none of PRICE_SOURCES`);
    }
    if (pairSources({ base: 'BTC', quote }, sources, oneSource).sources.length === 0) {
      throw new Error(`PRICE_ONE_SOURCE: ${name} has no price of ${quote}`);
    }
  }
}

export const ALL_EXCHANGES = Object.keys(EXCHANGES).join(',');

/**
 * Reads PRICE_FIXED: rates such as `EUR=50000,USD=54000`.
 *
 * @throws Error with the rule that the text breaks
 */
export function parseFixedRates(text: string): ReadonlyMap<Currency, Rate> {
  return new Map(
    text.split(',').map((one) => {
      const [code = '', price = ''] = one.trim().split('=');
      const rate = parseRate(price);
      if (!isCurrency(code) || rate === undefined) {
        throw new Error('must be rates of one bitcoin, such as EUR=50000,USD=54000');
      }
      return [code, rate] as const;
    }),
  );
}

function isExchange(name: string): name is ExchangeName {
  return Object.hasOwn(EXCHANGES, name);
}

function addressOf(name: ExchangeName, text: string): URL {
  if (!isEncodedUrl(text)) throw new Error(URL_ENCODING_RULE);
  const url = parseUrl(text === '' ? EXCHANGES[name].url : text);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Error(`must have an http:// or https:// URL after ${name}=`);
  }
  return url;
}
