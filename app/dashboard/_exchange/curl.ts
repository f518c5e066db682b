import type { ExchangeAnswer } from '@/lib/http/answers/delivery-detail';

/** What curl sets by itself. */
const OWN = new Set(['host', 'content-length', 'connection']);

/** The request as one curl command for a POSIX shell. */
export function curlCommand(url: string, request: NonNullable<ExchangeAnswer['request']>): string {
  const headers = request.headers
    .filter(([name]) => !OWN.has(name.toLowerCase()))
    .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  // "-g": brackets in a URL mean themselves.
  return [`curl -g ${quoted(url)}`, ...headers, `--data-raw ${quoted(request.body)}`].join(
    ' \\\n  ',
  );
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
