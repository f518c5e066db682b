import { MIN_AGREEING_SOURCES } from '@/lib/domain/agreed-rate';
import { CURRENCIES, type Currency } from '@/lib/domain/currency';
import type { ExchangeSource } from './exchange-responses';
import type { Pair } from './exchanges';

const DOLLAR = 'USD' as Currency;

export interface PairSources {
  readonly sources: readonly ExchangeSource[];
  readonly needed: number;
}

/** Returns the sources that trade a pair, or the single source trusted for its currency. */
export function pairSources(
  { base, quote }: Pair,
  sources: readonly ExchangeSource[],
  oneSource: ReadonlyMap<Currency, string>,
): PairSources {
  const trading = sources.filter(({ exchange }) => exchange.market({ base, quote }));
  const only = base === 'BTC' ? oneSource.get(quote) : undefined;
  if (only === undefined) return { sources: trading, needed: MIN_AGREEING_SOURCES };
  return { sources: trading.filter(({ name }) => name === only), needed: 1 };
}

/** Returns the currencies that enough sources can price, either directly or through the dollar. */
export function pricedCurrencies(
  sources: readonly ExchangeSource[],
  oneSource: ReadonlyMap<Currency, string>,
): readonly Currency[] {
  const has = (pair: Pair) => {
    const found = pairSources(pair, sources, oneSource);
    return found.sources.length >= found.needed;
  };
  const hasDollar = has({ base: 'BTC', quote: DOLLAR });
  return CURRENCIES.filter(
    (quote) => has({ base: 'BTC', quote }) || (hasDollar && has({ base: 'USD', quote })),
  );
}
