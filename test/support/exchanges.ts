import { CURRENCIES, type Currency } from '@/lib/domain/currency';
import { EXCHANGES, type ExchangeName } from '@/lib/rates/exchanges';
import { type Reply, startReceiver } from './receiver';

export const EXCHANGE_NAMES = Object.keys(EXCHANGES) as ExchangeName[];

export const EURO_EXCHANGES = EXCHANGE_NAMES.filter((name) =>
  EXCHANGES[name].market({ base: 'BTC', quote: 'EUR' as Currency }),
);

export interface QuotedPrice {
  readonly price: string | number;
  readonly at: Date;
}

export interface Exchanges {
  /** For PRICE_SOURCES, with all exchanges. */
  readonly setting: string;
  /** For PRICE_SOURCES, with some exchanges. */
  settingOf(names: readonly ExchangeName[]): string;
  /** Sets the price that an exchange returns, or its whole reply. */
  say(name: ExchangeName, answer: QuotedPrice | { readonly reply: Reply }): void;
  /** Sets the price of a currency pair with the dollar, such as USDCAD. */
  sayDollar(name: ExchangeName, symbol: string, price: string): void;
  requests(): number;
  paths(): readonly string[];
  close(): Promise<void>;
}

export async function startExchanges(): Promise<Exchanges> {
  const receiver = await startReceiver();
  const said = new Map<ExchangeName, QuotedPrice | { readonly reply: Reply }>();
  const dollars = new Map<string, string>();
  receiver.respond(({ path }) => {
    const url = new URL(path, 'http://exchange.invalid');
    const name = EXCHANGE_NAMES.find((one) => url.pathname.startsWith(`/${one}/`)) ?? 'kraken';
    const below = `${url.pathname.slice(name.length + 1)}${url.search}`;
    const answer = said.get(name);
    if (!answer) return { status: 404 };
    if ('reply' in answer) return answer.reply;
    const dollar = [...dollars].find(([key]) => {
      const [of = '', symbol = ''] = key.split(' ');
      return of === name && below.toUpperCase().includes(symbol);
    });
    const saying = dollar ? { ...answer, price: dollar[1] } : answer;
    return { status: 200, body: JSON.stringify(documented(name, url, saying)) };
  });
  const settingOf: Exchanges['settingOf'] = (names) =>
    names.map((name) => `${name}=${receiver.url(`/${name}`)}`).join();
  return {
    ...{ setting: settingOf(EXCHANGE_NAMES), settingOf },
    say: (name, answer) => void said.set(name, answer),
    sayDollar: (name, symbol, price) => void dollars.set(`${name} ${symbol}`, price),
    requests: () => receiver.requests.length,
    paths: () => receiver.requests.map(({ path }) => path),
    close: receiver.close,
  };
}

function documented(name: ExchangeName, url: URL, { price, at }: QuotedPrice): unknown {
  const seconds = at.getTime() / 1000;
  switch (name) {
    case 'kraken': {
      const offer = [price, '1', '1.000'];
      const ticker = { a: offer, b: offer, c: [price, '0.1'], v: ['1', '2'], t: [1, 2], o: price };
      return { error: [], result: { [`X${url.searchParams.get('pair')}`]: ticker } };
    }
    case 'coinbase': {
      const currency = url.searchParams.get('currency');
      // Coinbase lists the price in all currencies. The price of a currency in itself is 1.
      const rates = Object.fromEntries(CURRENCIES.map((code) => [code, price]));
      return { data: { currency, rates: { ...rates, [`${currency}`]: '1' } } };
    }
    case 'bitstamp':
      return { timestamp: String(seconds), bid: price, ask: price, last: price, volume: '1' };
    case 'bitfinex':
      return [price, 1, price, 1, 0, 0, price, 1, price, price];
    case 'mempool':
      return {
        time: seconds,
        USD: price,
        EUR: price,
        GBP: price,
        CAD: price,
        CHF: price,
        JPY: price,
      };
    case 'coingecko': {
      const currencies = url.searchParams.get('vs_currencies')?.split(',') ?? [];
      const prices = Object.fromEntries(currencies.map((currency) => [currency, price]));
      return { bitcoin: { ...prices, last_updated_at: seconds } };
    }
    case 'yadio': {
      const prices = Object.fromEntries(CURRENCIES.map((code) => [code, price]));
      return { BTC: prices, base: 'BTC', timestamp: at.getTime() };
    }
    case 'bitso': {
      const book = url.searchParams.get('book');
      const ticker = { book, bid: price, ask: price, last: price, created_at: at.toISOString() };
      return { success: true, payload: ticker };
    }
    case 'luno': {
      const pair = url.searchParams.get('pair');
      return { pair, bid: price, ask: price, status: 'ACTIVE', timestamp: at.getTime() };
    }
    case 'valr': {
      const summary = { bidPrice: price, askPrice: price, created: at.toISOString() };
      return { currencyPair: url.pathname.split('/').at(-2), ...summary };
    }
  }
}
