import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { allowsSignUp, isFresh } from '@/lib/accounts/sign-up-rule';
import { HOME } from '@/lib/auth/return-path';
import { currentSignIn } from '@/lib/auth/session';
import { runtime } from '@/lib/runtime';
import { AccountForm } from '../_form/account-form';
import { signUp } from '../_form/actions';
import { ProviderLinks } from '../_form/provider-links';
import { Slip } from '../_form/slip';
import { TextLink } from '../_form/text-link';

export const metadata: Metadata = { title: 'Create an account' };

export default async function SignUp() {
  const { db, env } = runtime();
  if (await currentSignIn()) redirect(HOME);
  const foot = (
    <p>
      Already have an account? <TextLink href="/sign-in">Sign in</TextLink>
    </p>
  );
  if (!(await allowsSignUp(db, env.signUp))) {
    return (
      <Slip
        title="No new accounts"
        lead="This server takes no new accounts. Ask an owner of an account here to invite you."
        foot={foot}
      />
    );
  }
  const fresh = await isFresh(db);
  return (
    <Slip
      title={fresh ? 'Create the first account' : 'Create an account'}
      lead={
        fresh &&
        env.signUp === 'first' &&
        'You become the owner. After this one, people join by invitation only.'
      }
      foot={foot}
    >
      <AccountForm form="signUp" action={signUp} />
      <ProviderLinks providers={env.signInProviders} callbackUrl={HOME} />
    </Slip>
  );
}
