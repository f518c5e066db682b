import type { Metadata } from 'next';
import { ButtonLink } from '@/app/_ui/button';
import { currentSignIn } from '@/lib/auth/session';
import { OneButtonForm } from '../_form/account-form';
import { signOut } from '../_form/actions';
import { Slip } from '../_form/card';

export const metadata: Metadata = { title: 'Sign out' };

export default async function SignOut() {
  const signedIn = await currentSignIn();
  if (!signedIn) {
    return (
      <Slip title="You are signed out">
        <ButtonLink href="/sign-in" className="w-full">
          Sign in again
        </ButtonLink>
      </Slip>
    );
  }
  return (
    <Slip title="Sign out?" lead={`You are signed in as ${signedIn.email}.`}>
      <OneButtonForm action={signOut} label="Sign out" />
    </Slip>
  );
}
