import type { Metadata, Route } from 'next';
import { redirect } from 'next/navigation';
import { allowsSignUp, isFresh } from '@/lib/accounts/sign-up-rule';
import { returnPath } from '@/lib/auth/return-path';
import { currentSignIn } from '@/lib/auth/session';
import { runtime } from '@/lib/runtime';
import { AccountForm } from '../_form/account-form';
import { signIn } from '../_form/actions';
import { Notice } from '../_form/notice';
import { ProviderLinks } from '../_form/provider-links';
import { refusalWords } from '../_form/refusals';
import { Slip } from '../_form/slip';
import { TextLink } from '../_form/text-link';

export const metadata: Metadata = { title: 'Sign in' };

type Query = Promise<Record<string, string | string[] | undefined>>;

export default async function SignIn({ searchParams }: Readonly<{ searchParams: Query }>) {
  const { db, env } = runtime();
  const query = await searchParams;
  const callbackUrl = returnPath(query.callbackUrl, env.appUrl.origin);
  const refusal = refusalWords(query.error);
  if (refusal === undefined && (await currentSignIn())) redirect(callbackUrl as Route);
  const signUp = await allowsSignUp(db, env.signUp);
  return (
    <Slip
      title="Sign in"
      foot={
        signUp && (
          <p>
            No account yet?{' '}
            <TextLink href="/sign-up">
              {(await isFresh(db)) ? 'Create the first one' : 'Create one'}
            </TextLink>
          </p>
        )
      }
    >
      {refusal && <Notice tone="failed">{refusal}</Notice>}
      <AccountForm form="signIn" action={signIn} hidden={{ callbackUrl }} />
      <ProviderLinks providers={env.signInProviders} callbackUrl={callbackUrl} />
    </Slip>
  );
}
