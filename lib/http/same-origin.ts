import { Problem } from '@/lib/domain/problems';
import { isOwnOrigin } from '@/lib/net/own-origin';

/**
 * Refuses changes that pages of other sites request with this browser's session.
 *
 * @throws Problem `cross_site_request`
 */
export function requireSameOrigin(headers: ReadonlyMap<string, string>, appUrl: URL): void {
  const [site, origin, host] = ['sec-fetch-site', 'origin', 'host'].map((name) =>
    headers.get(name),
  );
  if (isOwnOrigin({ site, origin, host }, appUrl)) return;
  throw new Problem(
    'cross_site_request',
    'Only the dashboard’s own pages can make changes here. Programs use the API at /v1 with an API key.',
  );
}
