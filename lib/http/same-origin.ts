import { Problem } from '@/lib/domain/problems';

/**
 * Refuses changes by pages of other sites with this browser's session. Browsers send the origin of
 * a request (Fetch Metadata); older ones at least send Origin, which no page can forge and which
 * must match the host.
 *
 * @throws Problem `cross_site_request`
 */
export function requireSameOrigin(headers: ReadonlyMap<string, string>, appUrl: URL): void {
  const site = headers.get('sec-fetch-site');
  if (site === 'same-origin') return;
  if (site === undefined && isOwn(headers.get('origin'), headers.get('host'), appUrl)) return;
  throw new Problem(
    'cross_site_request',
    'Only the dashboard’s own pages can make changes here. Programs use the API at /v1 with an API key.',
  );
}

function isOwn(origin: string | undefined, host: string | undefined, appUrl: URL): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false;
  return origin === appUrl.origin || new URL(origin).host === host;
}
