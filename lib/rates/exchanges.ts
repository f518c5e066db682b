import { z } from 'zod';
import type { Currency } from '@/lib/domain/currency';
import { midRate, priceNumber, type ReportedRate, reportedRate } from './reported-rate';

export interface Pair {
  readonly base: 'BTC' | 'USD';
  readonly quote: Currency;
}

interface Market {
  readonly symbol: string;
  /** Whether the price is inverse: one unit of the quote currency, in the base currency. */
  readonly isInverse?: boolean;
}

export interface Exchange {
  /** Time in ms for which the exchange repeats a response; absent if every response may be new. */
  readonly sameForMs?: number;
  market(pair: Pair): Market | undefined;
  path(symbol: string): string;
  /** @throws ZodError for an answer that is not as documented */
  read(body: unknown, pair: Pair): ReportedRate | undefined;
}

const offers = z.tuple([priceNumber]).rest(z.unknown());
const krakenAnswer = z.object({
  error: z.array(z.unknown()).max(0),
  result: z.record(z.string(), z.object({ a: offers, b: offers })),
});
const coinbaseAnswer = z.object({
  data: z.object({ currency: z.string(), rates: z.record(z.string(), z.unknown()) }),
});
const bitstampAnswer = z.object({ bid: priceNumber, ask: priceNumber, timestamp: priceNumber });
const bitfinexAnswer = z.tuple([priceNumber, z.unknown(), priceNumber]).rest(z.unknown());
const mempoolAnswer = z.looseObject({ time: priceNumber });
const coingeckoAnswer = z.object({ bitcoin: z.looseObject({ last_updated_at: priceNumber }) });
const yadioAnswer = z.object({ BTC: z.record(z.string(), z.unknown()), timestamp: z.number() });
const bitsoAnswer = z.object({
  payload: z.object({ bid: priceNumber, ask: priceNumber, created_at: z.string() }),
});
const lunoAnswer = z.object({
  ...{ bid: priceNumber, ask: priceNumber, timestamp: z.number() },
  status: z.string().default('ACTIVE'),
});
const valrAnswer = z.object({ bidPrice: priceNumber, askPrice: priceNumber, created: z.string() });
/**
 * Parses the price of the wanted currency. A response may contain many prices, but only this one is
 * checked, so that an invalid price affects no other currency.
 */
const wanted = priceNumber.optional();

/** The currencies of ISO 4217 and the units of bitcoin that Coinbase does not support. */
const COINBASE_LACKS =
  'BOV CHE CHW COU CUP IRR KPW MRU MXV SATS SDG SLE STN SYP USN UYI UYW VED XAD XCG ZWG BTC';

const COINGECKO_KNOWS =
  'AED,ARS,AUD,BDT,BHD,BMD,BRL,CAD,CHF,CLP,CNY,CZK,DKK,EUR,GBP,GEL,HKD,HUF,IDR,ILS,INR,JPY,KRW,KWD,LKR,' +
  'MMK,MXN,MYR,NGN,NOK,NZD,PHP,PKR,PLN,RUB,SAR,SEK,SGD,THB,TRY,TWD,UAH,USD,VND,ZAR';

/** The currencies that Yadio supports, some at the street price instead of the central bank's. */
const YADIO_KNOWS =
  'AED ALL AMD AOA ARS AUD AZN BDT BHD BIF BMD BOB BRL BWP BYN CAD CDF CHF CLP CNY COP CRC CUP CZK DKK ' +
  'DOP DZD EGP ETB EUR GBP GEL GHS GNF GTQ HKD HNL HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KRW ' +
  'KZT LBP LKR MAD MGA MUR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PHP PKR PLN PYG QAR RON ' +
  'RSD RUB RWF SAR SEK SGD SYP THB TND TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND XAF XOF ZAR ZMW';

/** Public sources that need no key. The comments describe which part of a response is read. */
export const EXCHANGES = {
  /** /0/public/Ticker: `a` and `b` are ask and bid, each with the price first. */
  kraken: {
    url: 'https://api.kraken.com',
    market: markets(
      'XBT',
      'USD EUR GBP CAD CHF JPY AUD',
      'USDCAD USDCHF USDJPY EURUSD GBPUSD AUDUSD',
    ),
    path: (symbol) => `/0/public/Ticker?pair=${symbol}`,
    read(body) {
      const [ticker] = Object.values(krakenAnswer.parse(body).result);
      return ticker && midRate(ticker.b[0], ticker.a[0]);
    },
  },
  /** /v2/exchange-rates: the price of one unit of the base in each currency. */
  coinbase: {
    url: 'https://api.coinbase.com',
    market: ({ base, quote }) => (COINBASE_LACKS.includes(quote) ? undefined : { symbol: base }),
    path: (symbol) => `/v2/exchange-rates?currency=${symbol}`,
    read(body, { base, quote }) {
      const { currency, rates } = coinbaseAnswer.parse(body).data;
      return currency === base ? reportedRate(wanted.parse(rates[quote])) : undefined;
    },
  },
  /** /api/v2/ticker: bid and ask, and the time in seconds. */
  bitstamp: {
    url: 'https://www.bitstamp.net',
    market: markets('BTC', 'USD EUR GBP', 'EURUSD GBPUSD'),
    path: (symbol) => `/api/v2/ticker/${symbol.toLowerCase()}/`,
    read(body) {
      const { bid, ask, timestamp } = bitstampAnswer.parse(body);
      return midRate(bid, ask, timestamp);
    },
  },
  /** /v2/ticker: a list that begins with bid, its size, ask. */
  bitfinex: {
    url: 'https://api-pub.bitfinex.com',
    market: markets('BTC', 'USD EUR GBP JPY', ''),
    path: (symbol) => `/v2/ticker/t${symbol}`,
    read(body) {
      const [bid, , ask] = bitfinexAnswer.parse(body);
      return midRate(bid, ask);
    },
  },
  /** /api/v1/prices: one bitcoin in seven currencies, and the time in seconds. */
  mempool: {
    url: 'https://mempool.space',
    market: markets('BTC', 'USD EUR GBP CAD CHF AUD JPY', ''),
    path: () => '/api/v1/prices',
    read(body, { quote }) {
      const answer = mempoolAnswer.parse(body);
      return reportedRate(wanted.parse(answer[quote]), answer.time);
    },
  },
  /**
   * /api/v3/simple/price: one bitcoin in several currencies, and the time of the update, in
   * seconds. The price is updated each minute. Requests are limited, so one request fetches all
   * currencies.
   */
  coingecko: {
    url: 'https://api.coingecko.com',
    sameForMs: 60_000,
    market: ({ base, quote }) =>
      base === 'BTC' && COINGECKO_KNOWS.includes(quote) ? { symbol: COINGECKO_KNOWS } : undefined,
    path: (symbol) =>
      `/api/v3/simple/price?ids=bitcoin&vs_currencies=${symbol.toLowerCase()}&include_last_updated_at=true&precision=full`,
    read(body, { quote }) {
      const { bitcoin } = coingeckoAnswer.parse(body);
      return reportedRate(wanted.parse(bitcoin[quote.toLowerCase()]), bitcoin.last_updated_at);
    },
  },
  /** /exrates/BTC: one bitcoin in each currency, and the time in milliseconds. */
  yadio: {
    url: 'https://api.yadio.io',
    market: markets('BTC', YADIO_KNOWS, ''),
    path: () => '/exrates/BTC',
    read(body, { quote }) {
      const { BTC, timestamp } = yadioAnswer.parse(body);
      return reportedRate(wanted.parse(BTC[quote]), timestamp / 1000);
    },
  },
  /** /v3/ticker: bid and ask of a book such as btc_mxn, and the time. */
  bitso: {
    url: 'https://api.bitso.com',
    market: markets('btc_', 'MXN ARS BRL COP', ''),
    path: (symbol) => `/v3/ticker?book=${symbol.toLowerCase()}`,
    read(body) {
      const { bid, ask, created_at } = bitsoAnswer.parse(body).payload;
      return midRate(bid, ask, Date.parse(created_at) / 1000);
    },
  },
  /** /api/1/ticker: bid and ask, the time in milliseconds, and whether the market is open. */
  luno: {
    url: 'https://api.luno.com',
    market: markets('XBT', 'ZAR NGN UGX MYR IDR EUR GBP', ''),
    path: (symbol) => `/api/1/ticker?pair=${symbol}`,
    read(body) {
      const { bid, ask, timestamp, status } = lunoAnswer.parse(body);
      return status === 'ACTIVE' ? midRate(bid, ask, timestamp / 1000) : undefined;
    },
  },
  /** /v1/public/BTCZAR/marketsummary: bid and ask, and the time. */
  valr: {
    url: 'https://api.valr.com',
    market: markets('BTC', 'ZAR', ''),
    path: (symbol) => `/v1/public/${symbol}/marketsummary`,
    read(body) {
      const { bidPrice, askPrice, created } = valrAnswer.parse(body);
      return midRate(bidPrice, askPrice, Date.parse(created) / 1000);
    },
  },
} as const satisfies Readonly<Record<string, Exchange & { readonly url: string }>>;

export type ExchangeName = keyof typeof EXCHANGES;

/**
 * @param bitcoin the exchange's name for bitcoin
 * @param quotes the currencies that the exchange trades bitcoin for
 * @param dollars the exchange's markets between the dollar and another currency
 */
function markets(bitcoin: string, quotes: string, dollars: string): Exchange['market'] {
  const [ofBitcoin, ofDollars] = [quotes.split(' '), dollars.split(' ')];
  return ({ base, quote }) => {
    if (base === 'BTC') {
      return ofBitcoin.includes(quote) ? { symbol: `${bitcoin}${quote}` } : undefined;
    }
    if (ofDollars.includes(`USD${quote}`)) return { symbol: `USD${quote}` };
    const symbol = `${quote}USD`;
    return ofDollars.includes(symbol) ? { symbol, isInverse: true } : undefined;
  };
}
