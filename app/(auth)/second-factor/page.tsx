import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { needsSecondFactor } from '@/lib/accounts/factors/second-factors';
import { passkeySite } from '@/lib/accounts/passkeys/passkey-site';
import { usesFirstAppUrl } from '@/lib/auth/current-site';
import { DEFAULT_RETURN_PATH } from '@/lib/auth/return-path';
import { currentSignIn, factorSetupActor } from '@/lib/auth/session';
import { hasRecentFactor } from '@/lib/domain/actor';
import { runtime } from '@/lib/runtime';
import { ConfirmForm } from '../_form/account-form';
import { signOut } from '../_form/actions';
import { Card } from '../_form/card';
import { setUpFactor } from './_parts/actions';
import { FactorSetup } from './_parts/factor-setup';

export const metadata: Metadata = { title: 'Set up a second factor' };

/** Members set up a second factor here if their merchant requires one. */
export default async function SecondFactor() {
  const { db, env, clock } = runtime();
  const [signedIn, actor] = await Promise.all([currentSignIn(), factorSetupActor()]);
  if (!signedIn) redirect('/sign-in');
  if (!actor) redirect(DEFAULT_RETURN_PATH);
  // Do not redirect after the setup: without JavaScript, this page shows the recovery codes.
  const isDone = !signedIn.lacksFactor;
  if (
    !isDone &&
    ((await needsSecondFactor(db, actor.userId)) || !hasRecentFactor(actor, clock()))
  ) {
    redirect(`/sign-in/confirm?callbackUrl=${encodeURIComponent('/second-factor')}`);
  }
  return (
    <Card
      title="Set up a second factor"
      lead={`${signedIn.merchant?.name} requires it of all members. Each sign-in then also needs your phone or another device.`}
      foot={<ConfirmForm action={signOut} label="Sign out" variant="quiet" />}
    >
      <FactorSetup
        action={setUpFactor}
        isDone={isDone}
        hasPasskeys={(await usesFirstAppUrl()) && passkeySite(env.appUrl) !== undefined}
      />
    </Card>
  );
}
