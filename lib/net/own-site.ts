import { parseUrl } from '@/lib/domain/parse-url';

/** Header in which our server (lib/server) stores which URL of APP_URL a request used. */
export const SITE_HEADER = 'x-blocktally-site';

const UNLISTED = 'unlisted';

/** The URLs that APP_URL lists. Links use the first one. */
export type AppUrls = readonly [URL, ...URL[]];

type Header = (name: string) => string | null | undefined;

export interface RequestSite {
  /** The listed URL to which the request was sent; for an unlisted host, the first listed URL. */
  readonly site: URL;
  /** Whether the browser shows a host that APP_URL does not list. Sign-in does not work there. */
  readonly isUnlistedHost: boolean;
}

/**
 * Returns the listed URL to which a request was sent; undefined for an unlisted host, which must
 * not appear in a response. A forged header can at most choose between the operator's own URLs.
 */
export function findRequestedAppUrl(header: Header, appUrls: AppUrls): URL | undefined {
  const scheme = firstOf(header('x-forwarded-proto'));
  for (const name of ['host', 'x-forwarded-host']) {
    const host = firstOf(header(name));
    const named = appUrls.filter((url) => host !== undefined && isHostOf(url, host));
    const found = named.find(({ protocol }) => !scheme || protocol === `${scheme}:`);
    if (found) return found;
  }
  // Some proxies hide the host, so Origin is compared too. No page can forge it.
  return appUrls.find(({ origin }) => origin === header('origin'));
}

/**
 * Returns the value of {@link SITE_HEADER} for a request: an index in APP_URL, or {@link UNLISTED}.
 */
export function siteHeaderValue(header: Header, appUrls: AppUrls): string {
  const site = findRequestedAppUrl(header, appUrls);
  if (site) return String(appUrls.indexOf(site));
  const isDirect =
    header('x-forwarded-for') === undefined || header('x-forwarded-proto') === 'http';
  return appUrls[0].protocol === 'https:' && isDirect ? UNLISTED : '';
}

/**
 * Reads the value of {@link SITE_HEADER}, which is missing in tests and on pages without a request.
 */
export function parseSiteHeader(mark: string | null | undefined, appUrls: AppUrls): RequestSite {
  const site = mark ? appUrls[Number(mark)] : undefined;
  return { site: site ?? appUrls[0], isUnlistedHost: mark === UNLISTED };
}

const firstOf = (text: string | null | undefined) => text?.split(',')[0]?.trim().toLowerCase();

const isHostOf = ({ protocol, host: own }: URL, host: string) =>
  !host.includes('@') && parseUrl(`${protocol}//${host}`)?.host === own;
