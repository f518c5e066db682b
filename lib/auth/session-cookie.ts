import { decode, encode } from 'next-auth/jwt';
import { SESSION_SECONDS } from '@/lib/accounts/open-session';

/**
 * Returns a cookie of the server alone. Over https, the prefix of its name makes browsers refuse a
 * cookie that was set over http or for a parent domain (RFC 6265bis section 4.1.3.2), so none can
 * be planted.
 */
function cookie(appUrl: URL, name: string) {
  const secure = appUrl.protocol === 'https:';
  return {
    name: `${secure ? '__Host-' : ''}blocktally-${name}`,
    options: { httpOnly: true, sameSite: 'lax' as const, path: '/', secure },
  };
}

export const sessionCookie = (appUrl: URL) => cookie(appUrl, 'session');

export const csrfCookie = (appUrl: URL) => cookie(appUrl, 'csrf');

/** Returns the cookies by which a sign-in with a provider ends in the browser in which it began. */
export const providerCookies = (appUrl: URL) => ({
  state: cookie(appUrl, 'state'),
  nonce: cookie(appUrl, 'nonce'),
  pkceCodeVerifier: cookie(appUrl, 'pkce'),
});

/** Returns the cookie by which a browser is known after a sign-out. */
export const deviceCookie = (appUrl: URL) => cookie(appUrl, 'device');

/** Returns the cookie that keeps the setup token until the first account exists. */
export const setupCookie = (appUrl: URL) => cookie(appUrl, 'setup');

/** Returns the cookie's value: only the session's id, encrypted. */
export function sealSession(sessionId: string, secret: string): Promise<string> {
  return encode({ token: { sid: sessionId }, secret, maxAge: SESSION_SECONDS });
}

/** Returns the session's id, even of an ended session; undefined for a foreign value. */
export async function unsealSession(
  value: string | undefined,
  secret: string,
): Promise<string | undefined> {
  if (value === undefined) return undefined;
  try {
    return (await decode({ token: value, secret }))?.sid;
  } catch {
    return undefined;
  }
}
