import { Problem } from '@/lib/domain/problems';

/**
 * Refuses a change that a page of another site asks for with this browser's session. Browsers
 * say where a request comes from (Fetch Metadata); older ones at least name the Origin, which no
 * page can forge, and which must be the host that was asked.
 *
 * @throws Problem `cross_site_request`
 */
export function requireSameOrigin(headers: ReadonlyMap<string, string>, appUrl: URL): void {
  const site = headers.get('sec-fetch-site');
  if (site === 'same-origin') return;
  if (site === undefined && isOwn(headers.get('origin'), headers.get('host'), appUrl)) return;
  throw new Problem(
    'cross_site_request',
    'Changes are made from the dashboard’s own pages only. Programs use the API at /v1 with an API key.',
  );
}

function isOwn(origin: string | undefined, host: string | undefined, appUrl: URL): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false;
  return origin === appUrl.origin || new URL(origin).host === host;
}
