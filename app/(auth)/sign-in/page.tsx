import type { Metadata, Route } from 'next';
import { redirect } from 'next/navigation';
import { passkeySite } from '@/lib/accounts/passkeys/passkey-site';
import { allowsSignUp, hasNoUsers } from '@/lib/accounts/sign-up-rule';
import { currentProviders, currentSite, usesFirstAppUrl } from '@/lib/auth/current-site';
import { toSafeReturnPath } from '@/lib/auth/return-path';
import { currentSignIn } from '@/lib/auth/session';
import { publicUrl } from '@/lib/domain/public-url';
import { runtime } from '@/lib/runtime';
import { OriginLink } from '../_elsewhere/origin-link';
import { AccountForm } from '../_form/account-form';
import { signIn } from '../_form/actions';
import { Card, Notice, ProviderLinks, TextLink } from '../_form/card';
import { PasskeyButton } from '../_passkey/passkey-button';

export const metadata: Metadata = { title: 'Sign in' };

type Query = Promise<Record<string, string | string[] | undefined>>;

export default async function SignIn({ searchParams }: Readonly<{ searchParams: Query }>) {
  const { db, env, mailer, signUpRule } = runtime();
  const query = await searchParams;
  const callbackUrl = toSafeReturnPath(query.callbackUrl, (await currentSite()).origin);
  const error = errorMessage(query.error);
  if (error === undefined && (await currentSignIn())) redirect(callbackUrl as Route);
  const isFirst = await usesFirstAppUrl();
  const hasPasskeys = passkeySite(env.appUrl) !== undefined;
  const signUp = await allowsSignUp(db, signUpRule);
  return (
    <Card
      title="Sign in"
      foot={
        signUp && (
          <p>
            New here?{' '}
            <TextLink href="/sign-up">
              {(await hasNoUsers(db)) ? 'Create your account' : 'Sign up'}
            </TextLink>
          </p>
        )
      }
    >
      {error && <Notice tone="failed">{error}</Notice>}
      {query.reset !== undefined && <Notice tone="idle">Your password has been changed.</Notice>}
      <AccountForm form="signIn" action={signIn} hidden={{ callbackUrl }} />
      {mailer && (
        <p>
          <TextLink href="/reset">Forgot your password?</TextLink>
        </p>
      )}
      <ProviderLinks providers={await currentProviders()} callbackUrl={callbackUrl}>
        {hasPasskeys && isFirst && (
          <PasskeyButton
            purpose="sign_in"
            callbackUrl={callbackUrl}
            label="Sign in with a passkey"
          />
        )}
      </ProviderLinks>
      {!isFirst && (hasPasskeys || env.signInProviders.length > 0) && (
        <p className="text-ink-2">
          Passkeys and sign-in providers work only at{' '}
          <OriginLink href={publicUrl(env.appUrl, '/sign-in')} />.
        </p>
      )}
    </Card>
  );
}

const UNKNOWN_ERROR = 'Sign-in failed. Try again, or use another method.';

/** The messages for error codes in the page's URL. No other text from the URL is shown. */
const ERRORS: Readonly<Record<string, string>> = {
  CredentialsSignin: 'The e-mail address and the password do not match.',
  code_needed: 'Your account needs a second factor as well. Sign in here.',
  rate_limited: 'Too many attempts. Wait a while, then try again.',
  server_busy: 'The server is busy. Wait a few seconds, then try again.',
  account_exists:
    'Your e-mail address already has an account. Sign in as you did before, then use this method again to connect it.',
  email_not_verified: 'The provider has not verified your e-mail address. Use another method.',
  setup_token_required:
    'The first account needs the setup token of this server. Enter it under “Create your account”, then use this method again.',
  sign_up_closed: 'Sign-up is closed on this server. Ask an owner to invite you.',
};

function errorMessage(code: string | string[] | undefined): string | undefined {
  if (code === undefined) return undefined;
  return (typeof code === 'string' && Object.hasOwn(ERRORS, code) && ERRORS[code]) || UNKNOWN_ERROR;
}
