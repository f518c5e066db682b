'use server';

import { z } from 'zod';
import { confirmationCeremony, confirmWithPasskey } from '@/lib/accounts/factors/confirm-identity';
import { beginPasskeyCheck, checkPasskey } from '@/lib/accounts/passkeys/check-passkey';
import { assertionSchema, parsePasskeyResponse } from '@/lib/accounts/passkeys/responses';
import { currentSite } from '@/lib/auth/current-site';
import { ensurePasskeyBrowserHash, passkeyBrowserHash } from '@/lib/auth/passkey-browser-hash';
import { currentPendingSignIn, endPendingSignIn } from '@/lib/auth/pending-sign-in';
import { toSafeReturnPath } from '@/lib/auth/return-path';
import { factorSetupActor, signInBrowser } from '@/lib/auth/session';
import { currentVisitor } from '@/lib/auth/visitor';
import { Problem } from '@/lib/domain/problems';
import { runtime } from '@/lib/runtime';
import { redirectTo, runAction } from '../_form/handle-account-form';

/**
 * What the passkey is for: signing in, completing a sign-in with a password, or confirming the
 * user's identity.
 */
export type PasskeyPurpose = z.infer<typeof purposeSchema>;

const purposeSchema = z.enum(['sign_in', 'second_factor', 'confirm']);

const answerSchema = z.object({
  purpose: purposeSchema,
  passkey: assertionSchema,
  callbackUrl: z.string(),
});

export interface PasskeyActionResult {
  readonly options?: unknown;
  readonly error?: string | undefined;
}

/**
 * Creates a passkey challenge. A challenge for a sign-in names no user, so it does not reveal which
 * users exist.
 */
export async function startPasskeyCheck(purpose: PasskeyPurpose): Promise<PasskeyActionResult> {
  const { throttle, clock } = runtime();
  const outcome = await runAction(async () => {
    const checkedPurpose = parsePasskeyResponse(purposeSchema, purpose);
    if (checkedPurpose !== 'confirm') await throttle.attemptChallenge(await currentVisitor());
    const ceremony = await ceremonyOf(checkedPurpose, await ensurePasskeyBrowserHash());
    return beginPasskeyCheck(deps(), ceremony, clock());
  });
  return 'done' in outcome ? { options: outcome.done } : { error: outcome.message };
}

export async function verifyPasskeyResponse(
  given: z.input<typeof answerSchema>,
): Promise<PasskeyActionResult> {
  const { message } = await redirectTo(async () => {
    const { purpose, passkey, callbackUrl } = parsePasskeyResponse(answerSchema, given);
    await pass(purpose, passkey);
    return toSafeReturnPath(callbackUrl, (await currentSite()).origin);
  });
  return { error: message };
}

async function pass(
  purpose: PasskeyPurpose,
  response: z.output<typeof assertionSchema>,
): Promise<void> {
  const { clock } = runtime();
  const visitor = await currentVisitor();
  if (purpose === 'confirm') {
    const actor = await signedInActor();
    return confirmWithPasskey(deps(), actor, response, visitor, clock());
  }
  const ceremony = await ceremonyOf(purpose, await passkeyBrowserHash());
  const userId = await checkPasskey(deps(), ceremony, response, visitor, clock());
  const half = purpose === 'second_factor' ? await currentPendingSignIn() : undefined;
  await signInBrowser({ ...half, userId, factor: 'passkey' });
  await endPendingSignIn();
}

async function ceremonyOf(purpose: PasskeyPurpose, browser: string) {
  if (purpose === 'confirm') return confirmationCeremony(await signedInActor());
  if (purpose === 'sign_in') return { purpose, browser, userId: null };
  const half = await currentPendingSignIn();
  if (!half) throw new Problem('not_signed_in', 'This took too long. Sign in again.');
  return { purpose, browser, userId: half.userId };
}

async function signedInActor() {
  const actor = await factorSetupActor();
  if (!actor) throw new Problem('not_signed_in', 'Sign in, then try again.');
  return actor;
}

function deps() {
  const { db, throttle, env } = runtime();
  return { db, throttle, appUrl: env.appUrl };
}
