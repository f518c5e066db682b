import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { proofsOf } from '@/lib/accounts/factors/confirm-identity';
import { currentProviders, currentSite } from '@/lib/auth/current-site';
import { toSafeReturnPath } from '@/lib/auth/return-path';
import { currentSignIn } from '@/lib/auth/session';
import { runtime } from '@/lib/runtime';
import { AccountForm } from '../../_form/account-form';
import { confirmWithFactor } from '../../_form/actions';
import { Card, ProviderLinks } from '../../_form/card';
import { FactorForms } from '../../_passkey/factor-forms';

export const metadata: Metadata = { title: 'Confirm that it is you' };

type Query = Promise<Record<string, string | string[] | undefined>>;

/**
 * Asks signed-in users for a password or a second factor. Pages outside the dashboard link here.
 */
export default async function Confirm({ searchParams }: Readonly<{ searchParams: Query }>) {
  const { db } = runtime();
  const query = await searchParams;
  const callbackUrl = toSafeReturnPath(query.callbackUrl, (await currentSite()).origin);
  const signedIn = await currentSignIn();
  if (!signedIn) redirect('/sign-in');
  const { proof, ...factors } = await proofsOf(db, signedIn.userId);
  return (
    <Card title="Confirm that it is you" lead={`You are signed in as ${signedIn.email}.`}>
      {proof === 'provider' && (
        <ProviderLinks providers={await currentProviders()} callbackUrl={callbackUrl} />
      )}
      {proof === 'password' && (
        <AccountForm
          form="confirmPassword"
          action={confirmWithFactor}
          hidden={{ proof, callbackUrl }}
        />
      )}
      {proof === 'code' && (
        <FactorForms
          factors={factors}
          purpose="confirm"
          action={confirmWithFactor}
          callbackUrl={callbackUrl}
        />
      )}
    </Card>
  );
}
