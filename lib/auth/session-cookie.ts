import { decode, encode } from 'next-auth/jwt';
import { type NewSession, SESSION_SECONDS } from '@/lib/accounts/open-session';

/**
 * Returns the attributes of a cookie that only this server can set. Over https, the prefix of its
 * name makes browsers refuse a cookie that was set over http or for a parent domain (RFC 6265bis
 * section 4.1.3.2).
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

/** Returns the cookies that make a sign-in with a provider end in the browser in which it began. */
export const providerCookies = (appUrl: URL) => ({
  state: cookie(appUrl, 'state'),
  nonce: cookie(appUrl, 'nonce'),
  pkceCodeVerifier: cookie(appUrl, 'pkce'),
});

/** Returns the cookie of a sign-in that still needs a code. */
export const halfSignInCookie = (appUrl: URL) => cookie(appUrl, 'half-sign-in');

/** Returns the cookie that binds a passkey's challenge to the browser that requested it. */
export const passkeyCookie = (appUrl: URL) => cookie(appUrl, 'passkey');

/** Returns the cookie that identifies a browser after a sign-out. */
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

/** A user whose first factor was checked, and who still has to enter a code. */
export type HalfSignIn = Pick<NewSession, 'userId' | 'passwordMark'>;

export const HALF_SIGN_IN_SECONDS = 300;
/** Derives a separate key, so that neither cookie can be used in place of the other. */
const PURPOSE = { salt: 'half sign-in', maxAge: HALF_SIGN_IN_SECONDS };

/** Returns the cookie's value. It gives access only to the page that asks for the code. */
export function sealHalfSignIn(
  { userId, passwordMark }: HalfSignIn,
  secret: string,
  now: Date,
): Promise<string> {
  const token = { sub: userId, mark: passwordMark, at: now.getTime() };
  return encode({ token, secret, ...PURPOSE });
}

/** Returns the user of a cookie; undefined for a foreign value, and after five minutes. */
export async function openHalfSignIn(
  value: string | undefined,
  secret: string,
  now: Date,
): Promise<HalfSignIn | undefined> {
  if (value === undefined) return undefined;
  const token = await decode({ token: value, secret, ...PURPOSE }).catch(() => null);
  const { sub, mark, at } = token ?? {};
  // The absolute age is compared, because after a clock correction the sign-in may be in the
  // future.
  const isFresh =
    typeof at === 'number' && Math.abs(now.getTime() - at) <= HALF_SIGN_IN_SECONDS * 1000;
  if (sub === undefined || !isFresh) return undefined;
  return { userId: sub, passwordMark: typeof mark === 'string' ? mark : undefined };
}
