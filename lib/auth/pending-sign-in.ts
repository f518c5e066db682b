import { cookies } from 'next/headers';
import { runtime } from '@/lib/runtime';
import { currentSite } from './current-site';
import {
  PENDING_SIGN_IN_SECONDS,
  type PendingSignIn,
  pendingSignInCookie,
  sealPendingSignIn,
  unsealPendingSignIn,
} from './session-cookie';

/** Stores the user who still has to enter a code to finish the sign-in, in a browser cookie. */
export async function startPendingSignIn(user: PendingSignIn): Promise<void> {
  const { sessionSecret, clock } = runtime();
  const { name, options } = pendingSignInCookie(await currentSite());
  const value = await sealPendingSignIn(user, sessionSecret, clock());
  (await cookies()).set(name, value, { ...options, maxAge: PENDING_SIGN_IN_SECONDS });
}

/** Returns the user who still has to enter a code in this browser; undefined if nobody does. */
export async function currentPendingSignIn(): Promise<PendingSignIn | undefined> {
  const { sessionSecret, clock } = runtime();
  const value = (await cookies()).get(pendingSignInCookie(await currentSite()).name)?.value;
  return unsealPendingSignIn(value, sessionSecret, clock());
}

export async function endPendingSignIn(): Promise<void> {
  const { name, options } = pendingSignInCookie(await currentSite());
  (await cookies()).set(name, '', { ...options, maxAge: 0 });
}
