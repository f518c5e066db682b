import { parseUrl } from '@/lib/domain/parse-url';

/** Header with the name of APP_URL by which a request came, set by the server (lib/server). */
export const SITE_HEADER = 'x-blocktally-site';

/** Value of {@link SITE_HEADER} for a name that APP_URL does not list. */
const ELSEWHERE = 'elsewhere';

/** The names of APP_URL, of which the first is the address in links. */
export type Sites = readonly [URL, ...URL[]];

type Header = (name: string) => string | null | undefined;

export interface SiteOfRequest {
  /** The name by which the request came; the first one for every other name. */
  readonly site: URL;
  /** Whether cookies would not last, because the browser shows a name that APP_URL does not list. */
  readonly isElsewhere: boolean;
}

/**
 * Returns the name of APP_URL by which a request came; undefined for every other name, which no
 * response may contain. A forged header chooses between the operator's own names at most.
 */
export function ownSite(header: Header, appUrls: Sites): URL | undefined {
  const scheme = firstOf(header('x-forwarded-proto'));
  for (const name of ['host', 'x-forwarded-host']) {
    const host = firstOf(header(name));
    const named = appUrls.filter((url) => host !== undefined && isHostOf(url, host));
    const found = named.find(({ protocol }) => !scheme || protocol === `${scheme}:`);
    if (found) return found;
  }
  // Some proxies hide the host. No page can forge a browser's Origin.
  return appUrls.find(({ origin }) => origin === header('origin'));
}

/** Returns the value of {@link SITE_HEADER} for a request. */
export function siteMark(header: Header, appUrls: Sites): string {
  const site = ownSite(header, appUrls);
  if (site) return String(appUrls.indexOf(site));
  const isDirect =
    header('x-forwarded-for') === undefined || header('x-forwarded-proto') === 'http';
  return appUrls[0].protocol === 'https:' && isDirect ? ELSEWHERE : '';
}

/** Reads the value of {@link SITE_HEADER}, which tests and pages without a request do not have. */
export function readOwnSite(mark: string | null | undefined, appUrls: Sites): SiteOfRequest {
  const site = mark ? appUrls[Number(mark)] : undefined;
  return { site: site ?? appUrls[0], isElsewhere: mark === ELSEWHERE };
}

const firstOf = (text: string | null | undefined) => text?.split(',')[0]?.trim().toLowerCase();

const isHostOf = ({ protocol, host: own }: URL, host: string) =>
  !host.includes('@') && parseUrl(`${protocol}//${host}`)?.host === own;
