import type { Currency } from '@/lib/domain/currency';
import { isEncodedUrl, parseUrl, URL_ENCODING_RULE } from '@/lib/domain/parse-url';
import type { ExchangeSource } from './exchange-responses';
import { priceNumber, reportedRate } from './reported-rate';

/** The name of every source that the operator defined. */
export const OPERATOR_SOURCE = 'own';

/**
 * Returns the source that the operator defined for one currency. Its URL leads to a JSON document.
 * The URL's fragment is a JSON pointer (RFC 6901, section 6) to the price of one bitcoin.
 *
 * @throws Error with the rule that the text breaks
 */
export function parseOperatorRateSource(currency: Currency, text: string): ExchangeSource {
  if (!isEncodedUrl(text, '?#')) throw new Error(URL_ENCODING_RULE);
  const url = parseUrl(text);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Error(`must have an http:// or https:// URL after ${currency}=`);
  }
  const pointer = text.includes('#') ? pointerTokens(decodeURIComponent(url.hash.slice(1))) : null;
  if (!pointer) {
    throw new Error(`must end in # and a JSON pointer after ${currency}=, such as #/btc/price`);
  }
  return {
    name: OPERATOR_SOURCE,
    url: new URL('/', url),
    exchange: {
      market: ({ base, quote }) =>
        base === 'BTC' && quote === currency ? { symbol: currency } : undefined,
      path: () => `${url.pathname}${url.search}`,
      read: (body) => reportedRate(priceNumber.parse(valueAt(body, pointer))),
    },
  };
}

/** Returns the reference tokens of a JSON pointer (RFC 6901); null for any other text. */
function pointerTokens(text: string): readonly string[] | null {
  if (!/^(\/([^~]|~[01])*)?$/.test(text)) return null;
  const tokens = text.split('/').slice(1);
  return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function valueAt(document: unknown, tokens: readonly string[]): unknown {
  let found = document;
  for (const token of tokens) {
    if (typeof found !== 'object' || found === null) return undefined;
    if (Array.isArray(found) && !/^(0|[1-9]\d*)$/.test(token)) return undefined;
    if (!Object.hasOwn(found, token)) return undefined;
    found = (found as Record<string, unknown>)[token];
  }
  return found;
}
