import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { allowsSignUp, isFresh } from '@/lib/accounts/sign-up-rule';
import { HOME } from '@/lib/auth/return-path';
import { currentSignIn } from '@/lib/auth/session';
import { runtime } from '@/lib/runtime';
import { AccountForm } from '../_form/account-form';
import { signUp } from '../_form/actions';
import { Card, ProviderLinks, TextLink } from '../_form/card';

export const metadata: Metadata = { title: 'Sign up' };

export default async function SignUp() {
  const { db, env } = runtime();
  if (await currentSignIn()) redirect(HOME);
  const foot = (
    <p>
      Already have an account? <TextLink href="/sign-in">Sign in</TextLink>
    </p>
  );
  if (!(await allowsSignUp(db, env.signUp))) {
    return <Card title="Sign-up is closed" lead="Ask an owner to invite you." foot={foot} />;
  }
  const fresh = await isFresh(db);
  return (
    <Card
      title={fresh ? 'Create the first account' : 'Sign up'}
      lead={
        fresh &&
        env.signUp === 'first' &&
        'You become the owner. After that, others can join by invitation only.'
      }
      foot={foot}
    >
      <AccountForm form="signUp" action={signUp} />
      <ProviderLinks providers={env.signInProviders} callbackUrl={HOME} />
    </Card>
  );
}
