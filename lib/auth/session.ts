import type { Route } from 'next';
import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { DEVICE_COOKIE_SECONDS } from '@/lib/accounts/known-device';
import {
  endSession,
  type NewSession,
  openSession,
  SESSION_SECONDS,
} from '@/lib/accounts/open-session';
import {
  memberFromSignIn,
  memberIgnoringFactor,
  readSession,
  type SignedInSession,
} from '@/lib/accounts/read-session';
import type { Member } from '@/lib/domain/actor';
import { runtime } from '@/lib/runtime';
import { currentSite } from './current-site';
import { PATH_HEADER } from './return-path';
import { deviceCookie, sealSession, sessionCookie } from './session-cookie';
import { currentVisitor, readSessionIdFromCookie } from './visitor';

/** Returns the signed-in user. The session is read once per page. */
export const currentSignIn = cache(async (): Promise<SignedInSession | undefined> => {
  const { db, clock } = runtime();
  const id = await readSessionIdFromCookie();
  return id === undefined ? undefined : readSession(db, id, clock());
});

/**
 * Returns the signed-in member, as the actor for use cases. Returns undefined when nobody is signed
 * in, or the user has no team.
 */
export async function sessionActor(): Promise<Member | undefined> {
  const signedIn = await currentSignIn();
  return signedIn && memberFromSignIn(signedIn, await currentVisitor());
}

/**
 * Like {@link sessionActor}, but also returns a member who still lacks a required second factor.
 * Only for setting up and using a second factor.
 */
export async function factorSetupActor(): Promise<Member | undefined> {
  const signedIn = await currentSignIn();
  return signedIn && memberIgnoringFactor(signedIn, await currentVisitor());
}

/**
 * Returns the signed-in member, or redirects to the sign-in page, which leads back to this page.
 */
export async function requireActor(): Promise<Member> {
  const signedIn = await currentSignIn();
  if (!signedIn) {
    const here = (await headers()).get(PATH_HEADER) ?? '/dashboard';
    redirect(`/sign-in?callbackUrl=${encodeURIComponent(here)}` as Route);
  }
  if (signedIn.lacksFactor) redirect('/second-factor' as Route);
  const actor = memberFromSignIn(signedIn, await currentVisitor());
  if (!actor) redirect('/no-team' as Route);
  return actor;
}

type SigningIn = Pick<NewSession, 'userId' | 'factor' | 'passwordMark' | 'merchantId'>;

/** Signs in the browser of the current request. Call it in a server action or a route. */
export async function signInBrowser(user: SigningIn): Promise<void> {
  const { sessionSecret } = runtime();
  const id = await openBrowserSession(user);
  const { name, options } = sessionCookie(await currentSite());
  const value = await sealSession(id, sessionSecret);
  (await cookies()).set(name, value, { ...options, maxAge: SESSION_SECONDS });
}

/**
 * Opens a session in the request's browser, and sets its device cookie. Returns the session's id.
 */
export async function openBrowserSession(user: SigningIn): Promise<string> {
  const { db, clock } = runtime();
  const visitor = await currentVisitor();
  const replaces = await readSessionIdFromCookie();
  const request = { ...user, visitor, replaces };
  const { id, deviceToken } = await openSession(db, request, clock());
  const { name, options } = deviceCookie(await currentSite());
  (await cookies()).set(name, deviceToken, { ...options, maxAge: DEVICE_COOKIE_SECONDS });
  return id;
}

export async function signOutBrowser(): Promise<void> {
  const { db, clock } = runtime();
  const id = await readSessionIdFromCookie();
  if (id !== undefined) await endSession(db, id, clock());
  const { name, options } = sessionCookie(await currentSite());
  (await cookies()).set(name, '', { ...options, maxAge: 0 });
}
