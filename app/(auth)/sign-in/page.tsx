import type { Metadata, Route } from 'next';
import { redirect } from 'next/navigation';
import { isFresh, takesNewAccounts } from '@/lib/accounts/sign-up-rule';
import { returnPath } from '@/lib/auth/return-path';
import { currentSignIn } from '@/lib/auth/session';
import { runtime } from '@/lib/runtime';
import { AccountForm } from '../_form/account-form';
import { signIn } from '../_form/actions';
import { Notice, ProviderLinks, Slip, TextLink } from '../_form/card';

export const metadata: Metadata = { title: 'Sign in' };

type Query = Promise<Record<string, string | string[] | undefined>>;

export default async function SignIn({ searchParams }: Readonly<{ searchParams: Query }>) {
  const { db, env } = runtime();
  const query = await searchParams;
  const callbackUrl = returnPath(query.callbackUrl, env.appUrl.origin);
  const refusal = refusalWords(query.error);
  if (refusal === undefined && (await currentSignIn())) redirect(callbackUrl as Route);
  const signUp = await takesNewAccounts(db, env.signUp);
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

const WITH_PROVIDER = 'Signing in that way did not work. Try again, or use another way.';

/** What a sign-in that came back with a code means. Only these words are ever shown. */
const REFUSALS: Readonly<Record<string, string>> = {
  CredentialsSignin: 'The e-mail address and the password do not match.',
  rate_limited: 'Too many tries. Wait a while, then try again.',
  account_exists:
    'Your e-mail address has an account here. Sign in the way you did before; once signed in, use the other way again to connect the two.',
  email_not_verified: 'That provider does not vouch for your e-mail address. Use another way.',
  sign_up_closed:
    'This server takes no new accounts. Ask an owner of an account here to invite you.',
};

/** Words for the code in a sign-in page's address; undefined when there is none. */
export function refusalWords(code: string | string[] | undefined): string | undefined {
  if (code === undefined) return undefined;
  return (
    (typeof code === 'string' && Object.hasOwn(REFUSALS, code) && REFUSALS[code]) || WITH_PROVIDER
  );
}
