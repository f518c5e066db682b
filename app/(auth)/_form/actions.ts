'use server';

import { after } from 'next/server';
import { acceptInvitation, joinAsNewUser } from '@/lib/accounts/accept-invitation';
import { checkPassword } from '@/lib/accounts/check-password';
import { checkSetupToken } from '@/lib/accounts/check-setup-token';
import { completeReset } from '@/lib/accounts/complete-reset';
import { confirmIdentity } from '@/lib/accounts/factors/confirm-identity';
import { needsSecondFactor } from '@/lib/accounts/factors/second-factors';
import { spendFactorCode } from '@/lib/accounts/factors/spend-factor-code';
import { mailPasswordResetLink } from '@/lib/accounts/mail-password-reset-link';
import { signUp as createAccount } from '@/lib/accounts/sign-up';
import { currentSite } from '@/lib/auth/current-site';
import {
  currentPendingSignIn,
  endPendingSignIn,
  startPendingSignIn,
} from '@/lib/auth/pending-sign-in';
import { DEFAULT_RETURN_PATH, signInCodePath, toSafeReturnPath } from '@/lib/auth/return-path';
import { currentSignIn, factorSetupActor, signInBrowser, signOutBrowser } from '@/lib/auth/session';
import { readSetupTokenFromCookie, storeSetupToken } from '@/lib/auth/setup-token';
import { currentVisitor } from '@/lib/auth/visitor';
import { normalizeEmail } from '@/lib/domain/email';
import { isTimeZone } from '@/lib/domain/local-days';
import { Problem } from '@/lib/domain/problems';
import { runtime } from '@/lib/runtime';
import type { AccountFormState } from './forms';
import { handleAccountForm, redirectTo } from './handle-account-form';

export async function signIn(_before: AccountFormState, data: FormData): Promise<AccountFormState> {
  const { db, throttle } = runtime();
  return handleAccountForm('signIn', data, async ({ email = '', password = '' }, visitor) => {
    const user = await checkPassword({ db, throttle }, { email, password }, visitor);
    if (await needsSecondFactor(db, user.userId)) {
      await startPendingSignIn(user);
      return signInCodePath(data.get('callbackUrl'), (await currentSite()).origin);
    }
    await signInBrowser({ ...user, factor: 'password' });
    return toSafeReturnPath(data.get('callbackUrl'), (await currentSite()).origin);
  });
}

/**
 * Completes a sign-in that needs a code. After five minutes the user has to start again with the
 * password.
 */
export async function enterCode(
  _before: AccountFormState,
  data: FormData,
): Promise<AccountFormState> {
  const { db, vault, throttle, clock } = runtime();
  return handleAccountForm('code', data, async ({ code = '' }) => {
    const user = await currentPendingSignIn();
    if (!user) throw new Problem('not_signed_in', 'This took too long. Sign in again.');
    const factor = await spendFactorCode({ db, vault, throttle }, user.userId, code, clock());
    await signInBrowser({ ...user, factor });
    await endPendingSignIn();
    return toSafeReturnPath(data.get('callbackUrl'), (await currentSite()).origin);
  });
}

/** Confirms a signed-in user's identity by a second-factor code or by the password. */
export async function confirmWithFactor(
  _before: AccountFormState,
  data: FormData,
): Promise<AccountFormState> {
  const { db, vault, throttle, clock } = runtime();
  const form = data.get('proof') === 'code' ? 'confirmCode' : 'confirmPassword';
  return handleAccountForm(form, data, async ({ code = '' }) => {
    const actor = await factorSetupActor();
    if (!actor) throw new Problem('not_signed_in', 'Sign in, then try again.');
    await confirmIdentity({ db, vault, throttle }, actor, code, clock());
    return toSafeReturnPath(data.get('callbackUrl'), (await currentSite()).origin);
  });
}

export async function signUp(_before: AccountFormState, data: FormData): Promise<AccountFormState> {
  const { db, throttle, signUpRule, clock } = runtime();
  const deps = { db, throttle, rule: signUpRule };
  return handleAccountForm('signUp', data, async (given, visitor) => {
    const { merchantName = '', name, email = '', password = '' } = given;
    const setupToken = await readSetupTokenFromCookie();
    const zone = textOf(data, 'time_zone');
    const timeZone = isTimeZone(zone) ? zone : undefined;
    const signUpRequest = { merchantName, name, email, password, setupToken, timeZone };
    const account = await createAccount(deps, signUpRequest, visitor, clock());
    const { userId, merchantId } = account;
    await signInBrowser({ userId, merchantId, factor: 'password' });
    return DEFAULT_RETURN_PATH;
  });
}

export async function enterSetupToken(
  _before: AccountFormState,
  data: FormData,
): Promise<AccountFormState> {
  const { throttle, signUpRule } = runtime();
  return handleAccountForm('setup', data, async ({ setupToken = '' }, visitor) => {
    await checkSetupToken({ throttle, rule: signUpRule }, setupToken, visitor);
    await storeSetupToken(setupToken);
    return '/sign-up';
  });
}

export async function signUpByInvitation(
  _before: AccountFormState,
  data: FormData,
): Promise<AccountFormState> {
  const { db, throttle, clock } = runtime();
  return handleAccountForm('join', data, async ({ name, password = '' }, visitor) => {
    const given = { token: textOf(data, 'token'), name, password, visitor };
    const { userId, merchantId } = await joinAsNewUser({ db, throttle }, given, clock());
    await signInBrowser({ userId, merchantId, factor: 'password' });
    return DEFAULT_RETURN_PATH;
  });
}

/**
 * Mails a reset link. The response does not wait for the lookup of the e-mail address, because the
 * response time would otherwise reveal whether the address belongs to a user.
 */
export async function sendResetLink(
  _before: AccountFormState,
  data: FormData,
): Promise<AccountFormState> {
  const { db, vault, throttle, clock, log, mailer } = runtime();
  return handleAccountForm('reset', data, async ({ email = '' }, visitor) => {
    if (!mailer) throw new Problem('not_found', 'This server sends no mail.');
    const maySend = await throttle.attemptReset(normalizeEmail(email), visitor);
    after(async () => {
      if (!maySend) return;
      await mailPasswordResetLink({ db, vault }, email, clock()).catch((error: unknown) => {
        log.error({ err: error }, 'a link for a new password was not sent');
      });
    });
    return '/reset?sent=1';
  });
}

export async function setPassword(
  _before: AccountFormState,
  data: FormData,
): Promise<AccountFormState> {
  const { db, throttle, clock } = runtime();
  return handleAccountForm('newPassword', data, async ({ password = '' }, visitor) => {
    const given = { token: textOf(data, 'token'), password, visitor };
    await completeReset({ db, throttle }, given, clock());
    return '/sign-in?reset=1';
  });
}

export async function acceptInvitationAction(
  _before: AccountFormState,
  data: FormData,
): Promise<AccountFormState> {
  const { db, clock } = runtime();
  const token = textOf(data, 'token');
  return redirectTo(async () => {
    const signedIn = await currentSignIn();
    if (!signedIn) return `/invitation/${encodeURIComponent(token)}`;
    const visitor = await currentVisitor();
    await acceptInvitation(db, { token, signedIn, visitor }, clock());
    return DEFAULT_RETURN_PATH;
  });
}

export async function signOut(
  _before: AccountFormState,
  data: FormData,
): Promise<AccountFormState> {
  return redirectTo(async () => {
    await signOutBrowser();
    const requested = textOf(data, 'callbackUrl');
    return requested === ''
      ? '/sign-out'
      : toSafeReturnPath(requested, (await currentSite()).origin);
  });
}

function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}
