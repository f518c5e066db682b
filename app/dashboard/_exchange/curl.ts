import { shellQuoted } from '@/app/_ui/shell-quoted';
import type { ExchangeResponse } from '@/lib/http/deliveries/delivery-detail-response';

/** Headers that curl sets itself. */
const SET_BY_CURL = new Set(['host', 'content-length', 'connection']);

/** Returns the request as one curl command for a POSIX shell. */
export function curlCommand(
  url: string,
  request: NonNullable<ExchangeResponse['request']>,
): string {
  const headers = request.headers
    .filter(([name]) => !SET_BY_CURL.has(name.toLowerCase()))
    .map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`);
  // With "-g", curl does not interpret brackets in a URL.
  return [
    `curl -g ${shellQuoted(url)}`,
    ...headers,
    `--data-raw ${shellQuoted(request.body)}`,
  ].join(' \\\n  ');
}
