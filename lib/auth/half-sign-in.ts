import { cookies } from 'next/headers';
import { runtime } from '@/lib/runtime';
import { currentSite } from './current-site';
import {
  HALF_SIGN_IN_SECONDS,
  type HalfSignIn,
  halfSignInCookie,
  openHalfSignIn,
  sealHalfSignIn,
} from './session-cookie';

/** Stores in a cookie of the browser which user still has to enter a code to finish the sign-in. */
export async function startHalfSignIn(user: HalfSignIn): Promise<void> {
  const { sessionSecret, clock } = runtime();
  const { name, options } = halfSignInCookie(await currentSite());
  const value = await sealHalfSignIn(user, sessionSecret, clock());
  (await cookies()).set(name, value, { ...options, maxAge: HALF_SIGN_IN_SECONDS });
}

/** Returns the user who still has to enter a code in this browser; undefined if nobody does. */
export async function currentHalfSignIn(): Promise<HalfSignIn | undefined> {
  const { sessionSecret, clock } = runtime();
  const value = (await cookies()).get(halfSignInCookie(await currentSite()).name)?.value;
  return openHalfSignIn(value, sessionSecret, clock());
}

export async function stopHalfSignIn(): Promise<void> {
  const { name, options } = halfSignInCookie(await currentSite());
  (await cookies()).set(name, '', { ...options, maxAge: 0 });
}
