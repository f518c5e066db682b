import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { currentHalfSignIn } from '@/lib/auth/half-sign-in';
import { returnPath } from '@/lib/auth/return-path';
import { runtime } from '@/lib/runtime';
import { AccountForm } from '../../_form/account-form';
import { enterCode } from '../../_form/actions';
import { Card, TextLink } from '../../_form/card';

export const metadata: Metadata = { title: 'Enter your code' };

type Query = Promise<Record<string, string | string[] | undefined>>;

export default async function EnterCode({ searchParams }: Readonly<{ searchParams: Query }>) {
  const { callbackUrl } = await searchParams;
  if (!(await currentHalfSignIn())) redirect('/sign-in');
  const asked = returnPath(callbackUrl, runtime().env.appUrl.origin);
  return (
    <Card
      title="Enter your code"
      lead="Open your authenticator app and enter the code that it shows."
      foot={
        <p>
          Not you? <TextLink href="/sign-in">Sign in again</TextLink>
        </p>
      }
    >
      <AccountForm form="code" action={enterCode} hidden={{ callbackUrl: asked }} />
    </Card>
  );
}
