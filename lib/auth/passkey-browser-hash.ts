import { cookies } from 'next/headers';
import { CHALLENGE_SECONDS } from '@/lib/accounts/passkeys/challenge';
import { hashToken, newToken } from '@/lib/accounts/token';
import { currentSite } from './current-site';
import { passkeyCookie } from './session-cookie';

/**
 * Returns the hash of the cookie that binds passkey challenges to this browser; empty without it.
 */
export async function passkeyBrowserHash(): Promise<string> {
  const token = (await cookies()).get(passkeyCookie(await currentSite()).name)?.value;
  return token ? hashToken(token) : '';
}

/**
 * Like {@link passkeyBrowserHash}, but sets the cookie if the browser has none. All tabs of the browser
 * share the cookie.
 */
export async function ensurePasskeyBrowserHash(): Promise<string> {
  const { name, options } = passkeyCookie(await currentSite());
  const token = (await cookies()).get(name)?.value || newToken();
  (await cookies()).set(name, token, { ...options, maxAge: CHALLENGE_SECONDS });
  return hashToken(token);
}
