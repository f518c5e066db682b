import { shellQuoted } from '@/app/_ui/shell-quoted';
import type { ExchangeResponse } from '@/lib/http/deliveries/delivery-detail-response';

const SET_BY_CURL = new Set(['host', 'content-length', 'connection']);

export function curlCommand(
  url: string,
  request: NonNullable<ExchangeResponse['request']>,
): string {
  const headers = request.headers
    .filter(([name]) => !SET_BY_CURL.has(name.toLowerCase()))
    .map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`);
  // `-g` stops curl from interpreting brackets in the URL.
  return [
    `curl -g ${shellQuoted(url)}`,
    ...headers,
    `--data-raw ${shellQuoted(request.body)}`,
  ].join(' \\\n  ');
}
