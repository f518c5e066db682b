import type { Quote } from '@/lib/domain/agreed-rate';
import { inverse } from '@/lib/domain/rate';
import { readUpTo } from '@/lib/net/read-up-to';
import type { Exchange, Pair } from './exchanges';

/** An exchange, at its own address or at that of the settings. */
export interface Asked {
  readonly name: string;
  readonly exchange: Exchange;
  readonly url: URL;
}

/** The limit for the whole answer of an exchange, in ms. */
const ANSWER_WITHIN_MS = 3_000;
/** All currencies of one exchange are 10 kB. */
const MAX_BYTES = 200_000;

/**
 * Asks one exchange what a pair costs.
 *
 * @returns undefined when it does not trade the pair, or says nothing that could be a price
 * @throws Error in words when it does not answer as documented
 */
export async function askExchange(
  { name, exchange, url }: Asked,
  pair: Pair,
  clock: () => Date,
): Promise<Quote | undefined> {
  const market = exchange.market(pair);
  if (!market) return undefined;
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const target = `${url.origin}${url.pathname.replace(/\/+$/, '')}${exchange.path(market.symbol)}`;
  const headers = { accept: 'application/json', 'user-agent': 'Blocktally' };
  const response = await fetch(target, { signal, headers, redirect: 'error' });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`${name} answers ${response.status}`);
  }
  const body = await readUpTo(response, MAX_BYTES);
  if (!body) throw new Error(`the answer of ${name} is too long`);
  const found = exchange.read(JSON.parse(body.toString()), pair);
  const rate = found && (market.isInverse ? inverse(found.rate) : found.rate);
  return rate && { source: name, rate, at: found.at ?? clock() };
}
