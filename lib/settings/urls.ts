import { z } from 'zod';
import { brokenTlsRule } from '@/lib/domain/database-tls';
import { readDatabaseUrl } from '@/lib/domain/database-url';
import { isEncodedUrl, parseUrl, URL_ENCODING_RULE } from '@/lib/domain/parse-url';
import type { AppUrls } from '@/lib/net/own-site';

/** Parses a URL in which special characters are percent-encoded. */
export const encodedUrl = (used?: string) =>
  z.string().refine((text) => isEncodedUrl(text, used), { error: URL_ENCODING_RULE, abort: true });

/** @param used which of the URL's "?" and "#" have a meaning in the setting */
export const httpUrl = (used?: string) =>
  encodedUrl(used)
    .refine((text) => /^https?:$/.test(parseUrl(text)?.protocol ?? ''), {
      error: 'must be an http:// or https:// URL',
    })
    .transform((text) => new URL(text));

/** Parses the URL of a SOCKS5 proxy. The scheme may be omitted, as in Bitcoin Core's settings. */
export const socksUrl = () =>
  encodedUrl().transform((text, context): URL => {
    const url = parseUrl(/^\w+:\/\//.test(text) ? text : `socks5://${text}`);
    if (url && /^socks5h?:$/.test(url.protocol) && url.hostname && url.port) return url;
    context.addIssue('must be socks5://host:port, as in socks5://127.0.0.1:9050');
    return z.NEVER;
  });

const siteUrl = httpUrl().refine(({ href, origin }) => href === `${origin}/`, {
  error: 'must be an address without a path: give Blocktally a host name or a port of its own',
});

export const siteUrls = z
  .string()
  .transform((text) => text.split(',').map((name) => name.trim()))
  .pipe(z.array(siteUrl));

/** Returns the URLs that APP_URL lists. If it is not set, returns the URL on this machine. */
export function toAppUrls(names: readonly URL[] | undefined, port: number): AppUrls {
  const [first = new URL(`http://localhost:${port}`), ...others] = names ?? [];
  return [first, ...others];
}

export const databaseUrl = (missing: string) =>
  z.string({ error: missing }).pipe(
    encodedUrl('?').superRefine((text, context) => {
      const parameters = readDatabaseUrl(text)?.rest.searchParams;
      const rule = parameters && brokenTlsRule(parameters);
      if (!parameters) context.addIssue('must be a postgres:// URL');
      else if (rule) context.addIssue(`has an invalid parameter: ${rule}`);
    }),
  );
