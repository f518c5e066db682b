import { createHash } from 'node:crypto';

/** Returns a handler that serves a script to pages of every site, even with `integrity`. */
export function createScriptHandler(script: string): (request: Request) => Response {
  const etag = `"${createHash('sha256').update(script).digest('base64url')}"`;
  const headers = {
    'content-type': 'text/javascript; charset=utf-8',
    // Every version has the same URL, so browsers must ask for a new version after an hour.
    'cache-control': 'public, max-age=3600',
    etag,
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  };
  return (request) => {
    // A proxy that compresses the script marks its ETag as weak.
    const isKnown = request.headers.get('if-none-match')?.includes(etag);
    if (isKnown) return new Response(null, { status: 304, headers });
    return new Response(script, { headers });
  };
}
