import type { Metadata } from 'next';
import { ButtonLink } from '@/app/_ui/button';
import { currentSignIn } from '@/lib/auth/session';
import { ConfirmForm } from '../_form/account-form';
import { signOut } from '../_form/actions';
import { Card } from '../_form/card';

export const metadata: Metadata = { title: 'Sign out' };

export default async function SignOut() {
  const signedIn = await currentSignIn();
  if (!signedIn) {
    return (
      <Card title="You are signed out">
        <ButtonLink href="/sign-in" className="w-full">
          Sign in again
        </ButtonLink>
      </Card>
    );
  }
  return (
    <Card title="Sign out?" lead={`You are signed in as ${signedIn.email}.`}>
      <ConfirmForm action={signOut} label="Sign out" />
    </Card>
  );
}
