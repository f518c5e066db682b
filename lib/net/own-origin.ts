import { parseUrl } from '@/lib/domain/parse-url';

/** Request headers; undefined or null for a header that was not sent. */
interface OriginHeaders {
  readonly site: string | null | undefined;
  readonly origin: string | null | undefined;
  readonly host: string | null | undefined;
}

/**
 * Whether a request comes from a page of this server. Browsers send where a request comes from
 * (Fetch Metadata); older ones, and all of them over plain HTTP, at least send Origin, which no page
 * can forge and which must match the host.
 */
export function isOwnOrigin({ site, origin, host }: OriginHeaders, appUrl: URL): boolean {
  if (site) return site === 'same-origin';
  const url = parseUrl(origin ?? '');
  return url !== undefined && (origin === appUrl.origin || url.host === host);
}
