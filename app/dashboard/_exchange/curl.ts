import { quoteForShell } from '@/app/_ui/quote-for-shell';
import type { HttpExchangeResponse } from '@/lib/http/deliveries/delivery-detail-response';

const SET_BY_CURL = new Set(['host', 'content-length', 'connection']);

export function curlCommand(
  url: string,
  request: NonNullable<HttpExchangeResponse['request']>,
): string {
  const headers = request.headers
    .filter(([name]) => !SET_BY_CURL.has(name.toLowerCase()))
    .map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`);
  // `-g` stops curl from interpreting brackets in the URL.
  return [
    `curl -g ${quoteForShell(url)}`,
    ...headers,
    `--data-raw ${quoteForShell(request.body)}`,
  ].join(' \\\n  ');
}
