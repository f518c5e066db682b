import { decode, encode } from 'next-auth/jwt';
import { type NewSession, SESSION_SECONDS } from '@/lib/accounts/open-session';

/**
 * Returns the name and attributes of a cookie that only this server can set. Over https, the prefix
 * `__Host-` makes browsers refuse a cookie of this name that was set over http or for a parent
 * domain (RFC 6265bis section 4.1.3.2).
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

/** Returns the cookies that bind a sign-in with a provider to the browser in which it began. */
export const providerCookies = (appUrl: URL) => ({
  state: cookie(appUrl, 'state'),
  nonce: cookie(appUrl, 'nonce'),
  pkceCodeVerifier: cookie(appUrl, 'pkce'),
});

export const pendingSignInCookie = (appUrl: URL) => cookie(appUrl, 'half-sign-in');

/** Returns the cookie that binds a passkey challenge to the browser that requested it. */
export const passkeyCookie = (appUrl: URL) => cookie(appUrl, 'passkey');

/** Returns the cookie by which a browser is recognized after a sign-out. */
export const deviceCookie = (appUrl: URL) => cookie(appUrl, 'device');

/** Returns the cookie that keeps the setup token until the first user signs up. */
export const setupCookie = (appUrl: URL) => cookie(appUrl, 'setup');

/** Returns the value of the session cookie, which contains only the encrypted id of the session. */
export function sealSession(sessionId: string, secret: string): Promise<string> {
  return encode({ token: { sid: sessionId }, secret, maxAge: SESSION_SECONDS });
}

/** Returns the session's id in a cookie, even of an ended session; undefined for a forged value. */
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

/** A user who has passed the first factor and still has to enter a code. */
export type PendingSignIn = Pick<NewSession, 'userId' | 'passwordMark'>;

export const PENDING_SIGN_IN_SECONDS = 300;
/**
 * The salt gives this cookie a separate encryption key, so that neither this cookie nor the session
 * cookie is accepted in place of the other.
 */
const PURPOSE = { salt: 'half sign-in', maxAge: PENDING_SIGN_IN_SECONDS };

/** Returns the cookie value of a pending sign-in, which opens only the page for the code. */
export function sealPendingSignIn(
  { userId, passwordMark }: PendingSignIn,
  secret: string,
  now: Date,
): Promise<string> {
  const token = { sub: userId, mark: passwordMark, at: now.getTime() };
  return encode({ token, secret, ...PURPOSE });
}

/**
 * Returns the user in the cookie value of a pending sign-in; undefined if the value is forged or
 * older than five minutes.
 */
export async function unsealPendingSignIn(
  value: string | undefined,
  secret: string,
  now: Date,
): Promise<PendingSignIn | undefined> {
  if (value === undefined) return undefined;
  const token = await decode({ token: value, secret, ...PURPOSE }).catch(() => null);
  const { sub, mark, at } = token ?? {};
  // The absolute age counts, because `at` may be in the future after a clock correction.
  const isFresh =
    typeof at === 'number' && Math.abs(now.getTime() - at) <= PENDING_SIGN_IN_SECONDS * 1000;
  if (sub === undefined || !isFresh) return undefined;
  return { userId: sub, passwordMark: typeof mark === 'string' ? mark : undefined };
}
