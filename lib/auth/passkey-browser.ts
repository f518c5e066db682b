import { cookies } from 'next/headers';
import { CHALLENGE_SECONDS } from '@/lib/accounts/passkeys/challenge';
import { hashToken, newToken } from '@/lib/accounts/token';
import { currentSite } from './current-site';
import { passkeyCookie } from './session-cookie';

/**
 * Returns the token by which challenges for a sign-in identify the browser of the current request;
 * empty without one.
 */
export async function passkeyBrowser(): Promise<string> {
  const token = (await cookies()).get(passkeyCookie(await currentSite()).name)?.value;
  return token ? hashToken(token) : '';
}

/**
 * Returns {@link passkeyBrowser}, and sets its cookie if there is none. Other tabs of the browser
 * keep the same cookie.
 */
export async function startPasskeyBrowser(): Promise<string> {
  const { name, options } = passkeyCookie(await currentSite());
  const token = (await cookies()).get(name)?.value || newToken();
  (await cookies()).set(name, token, { ...options, maxAge: CHALLENGE_SECONDS });
  return hashToken(token);
}
