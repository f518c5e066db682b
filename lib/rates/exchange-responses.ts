import type { RateQuote } from '@/lib/domain/agreed-rate';
import { ageMs } from '@/lib/domain/clock-skew';
import { inverseRate } from '@/lib/domain/rate';
import { basicAuthorization } from '@/lib/net/basic-authorization';
import { readBodyUpTo } from '@/lib/net/read-body-up-to';
import type { Exchange, Pair } from './exchanges';

/** A source of prices: an exchange, or a source that the operator defined. */
export interface ExchangeSource {
  readonly name: string;
  readonly exchange: Exchange;
  readonly url: URL;
}

const ANSWER_WITHIN_MS = 3_000;
/** Maximum size of a response. A response with all currencies of an exchange has 10 kB. */
const MAX_BYTES = 200_000;

/** Default time in ms before an exchange is queried again, after a response or a failure. */
const SAME_FOR_MS = 10_000;
const TOO_MANY_REQUESTS = 429;

interface CachedResponse {
  readonly askedAt: Date;
  keptForMs: number;
  readonly body: Promise<{ readonly read: unknown; readonly receivedAt: Date }>;
}

/**
 * Queries exchanges for the price of a pair. A response may contain many pairs, and is shared by
 * all requests for them. An exchange is queried again only when its response may have changed.
 */
export class ExchangeResponses {
  readonly #clock: () => Date;
  readonly #known = new Map<string, CachedResponse>();

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  /**
   * @returns undefined when the exchange does not trade the pair, or returns no possible price
   * @throws Error with a readable message when the exchange does not answer as documented
   */
  async ask(asked: ExchangeSource, pair: Pair): Promise<RateQuote | undefined> {
    const { name, exchange } = asked;
    const market = exchange.market(pair);
    if (!market) return undefined;
    const { read, receivedAt } = await this.#answer(asked, exchange.path(market.symbol));
    const found = exchange.read(read, pair);
    const rate = found && (market.isInverse ? inverseRate(found.rate) : found.rate);
    return rate && { source: name, rate, at: found.at ?? receivedAt };
  }

  #answer({ name, exchange, url }: ExchangeSource, path: string): CachedResponse['body'] {
    const target = `${url.origin}${url.pathname.replace(/\/+$/, '')}${path}`;
    const credentials = basicAuthorization(url);
    const known = this.#known.get(target);
    const now = this.#clock();
    if (known && ageMs(known.askedAt, now) < known.keptForMs) return known.body;
    const body = readAnswer(name, target, credentials).then((read) => ({
      read,
      receivedAt: this.#clock(),
    }));
    const answered: CachedResponse = {
      askedAt: now,
      keptForMs: exchange.sameForMs ?? SAME_FOR_MS,
      body,
    };
    body.catch((error) => {
      if (!(error instanceof TooManyRequests)) answered.keptForMs = SAME_FOR_MS;
    });
    this.#known.set(target, answered);
    return body;
  }
}

class TooManyRequests extends Error {}

async function readAnswer(
  name: string,
  target: string,
  credentials: ReturnType<typeof basicAuthorization>,
): Promise<unknown> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const headers = { accept: 'application/json', 'user-agent': 'Blocktally', ...credentials };
  const response = await fetch(target, { signal, headers, redirect: 'error' });
  if (response.status !== 200) {
    await response.body?.cancel();
    const Refusal = response.status === TOO_MANY_REQUESTS ? TooManyRequests : Error;
    throw new Refusal(`${name} returns ${response.status}`);
  }
  const body = await readBodyUpTo(response, MAX_BYTES, signal);
  if (!body) throw new Error(`the response of ${name} is too long`);
  return JSON.parse(body.toString());
}
