import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { secondFactorsOf } from '@/lib/accounts/factors/second-factors';
import { currentSite } from '@/lib/auth/current-site';
import { currentPendingSignIn } from '@/lib/auth/pending-sign-in';
import { toSafeReturnPath } from '@/lib/auth/return-path';
import { runtime } from '@/lib/runtime';
import { enterCode } from '../../_form/actions';
import { Card, TextLink } from '../../_form/card';
import { FactorForms } from '../../_passkey/factor-forms';

export const metadata: Metadata = { title: 'Second factor' };

type Query = Promise<Record<string, string | string[] | undefined>>;

export default async function EnterCode({ searchParams }: Readonly<{ searchParams: Query }>) {
  const { callbackUrl } = await searchParams;
  const { db } = runtime();
  const half = await currentPendingSignIn();
  if (!half) redirect('/sign-in');
  const asked = toSafeReturnPath(callbackUrl, (await currentSite()).origin);
  const factors = await secondFactorsOf(db, half.userId);
  return (
    <Card
      title={factors.app ? 'Enter your code' : 'Use your passkey'}
      lead={
        factors.app
          ? 'Open your authenticator app and enter the code that it shows.'
          : 'This account needs a passkey after the password.'
      }
      foot={
        <p>
          Not you? <TextLink href="/sign-in">Sign in again</TextLink>
        </p>
      }
    >
      <FactorForms
        factors={factors}
        purpose="second_factor"
        action={enterCode}
        callbackUrl={asked}
      />
    </Card>
  );
}
