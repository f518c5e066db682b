import { decode, encode } from 'next-auth/jwt';
import { SESSION_SECONDS } from '@/lib/accounts/open-session';

/**
 * The session cookie. Over https, the prefix of its name makes browsers refuse a cookie that was
 * set over http or for a parent domain (RFC 6265bis section 4.1.3.2), so none can be planted.
 */
export function sessionCookie(appUrl: URL) {
  const secure = appUrl.protocol === 'https:';
  return {
    name: secure ? '__Host-blocktally-session' : 'blocktally-session',
    options: { httpOnly: true, sameSite: 'lax' as const, path: '/', secure },
  };
}

/** The cookie against cross-site request forgery, with the same options. */
export function csrfCookie(appUrl: URL) {
  const { options } = sessionCookie(appUrl);
  return { name: `${options.secure ? '__Host-' : ''}blocktally-csrf`, options };
}

/** The cookie by which a browser is known after a sign-out, with the same options. */
export function deviceCookie(appUrl: URL) {
  const { options } = sessionCookie(appUrl);
  return { name: `${options.secure ? '__Host-' : ''}blocktally-device`, options };
}

/** The cookie that keeps the setup token until the first account exists, with the same options. */
export function setupCookie(appUrl: URL) {
  const { options } = sessionCookie(appUrl);
  return { name: `${options.secure ? '__Host-' : ''}blocktally-setup`, options };
}

/** The cookie's value: only the session's id, encrypted. */
export function sealSession(sessionId: string, secret: string): Promise<string> {
  return encode({ token: { sid: sessionId }, secret, maxAge: SESSION_SECONDS });
}

/** The session's id, even of an ended session; undefined for a foreign value. */
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
