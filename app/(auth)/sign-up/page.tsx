import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { allowsSignUp, hasNoUsers, isSetupToken, requiredToken } from '@/lib/accounts/sign-up-rule';
import { currentProviders } from '@/lib/auth/current-site';
import { DEFAULT_RETURN_PATH } from '@/lib/auth/return-path';
import { currentSignIn } from '@/lib/auth/session';
import { readSetupTokenFromCookie } from '@/lib/auth/setup-token';
import { runtime } from '@/lib/runtime';
import { AccountForm } from '../_form/account-form';
import { enterSetupToken, signUp } from '../_form/actions';
import { Card, ProviderLinks, TextLink } from '../_form/card';

export const metadata: Metadata = { title: 'Sign up' };

export default async function SignUp() {
  const { db, env, signUpRule } = runtime();
  if (await currentSignIn()) redirect(DEFAULT_RETURN_PATH);
  const foot = (
    <p>
      Already have an account? <TextLink href="/sign-in">Sign in</TextLink>
    </p>
  );
  if (!(await allowsSignUp(db, signUpRule))) {
    return <Card title="Sign-up is closed" lead="Ask an owner to invite you." foot={foot} />;
  }
  if (requiredToken(signUpRule) && !isSetupToken(signUpRule, await readSetupTokenFromCookie())) {
    return (
      <Card
        title="Create your account"
        lead="The server printed a setup token when it started. The token shows that you run this server."
        foot={foot}
      >
        <AccountForm form="setup" action={enterSetupToken} />
      </Card>
    );
  }
  const fresh = await hasNoUsers(db);
  return (
    <Card
      title={fresh ? 'Create your account' : 'Sign up'}
      lead={
        fresh &&
        env.signUp === 'first' &&
        'You become the owner. After that, others can join by invitation only.'
      }
      foot={foot}
    >
      <AccountForm form="signUp" action={signUp} />
      <ProviderLinks providers={await currentProviders()} callbackUrl={DEFAULT_RETURN_PATH} />
    </Card>
  );
}
