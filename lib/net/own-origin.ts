import { parseUrl } from '@/lib/domain/parse-url';

interface OriginHeaders {
  readonly site: string | null | undefined;
  readonly origin: string | null | undefined;
  readonly host: string | null | undefined;
}

/**
 * Whether a request comes from a page of this server. Browsers report the page's relation to this
 * server (Fetch Metadata). Older browsers, and all browsers over plain HTTP, send only Origin,
 * which no page can forge. In that case, Origin must match the host.
 */
export function isOwnOrigin({ site, origin, host }: OriginHeaders, appUrl: URL): boolean {
  if (site) return site === 'same-origin';
  const url = parseUrl(origin ?? '');
  return url !== undefined && (origin === appUrl.origin || url.host === host);
}
