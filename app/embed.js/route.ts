import { createHash } from 'node:crypto';
import script from './_shop/main.ts?inline';

const ETAG = `"${createHash('sha256').update(script).digest('base64url')}"`;

/** Headers for pages of every site, with and without a hash of their own (`integrity`). */
const HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  // Browsers request it again after an hour, since the address is the same in every version.
  'cache-control': 'public, max-age=3600',
  etag: ETAG,
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

/** The script for a shop's page that opens the payment page in a dialog. */
export function GET(request: Request): Response {
  // A proxy that compresses the script marks its tag as weak.
  const isKnown = request.headers.get('if-none-match')?.includes(ETAG);
  if (isKnown) return new Response(null, { status: 304, headers: HEADERS });
  return new Response(script, { headers: HEADERS });
}
