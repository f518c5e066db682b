import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { HOME } from '@/lib/auth/return-path';
import { currentSignIn } from '@/lib/auth/session';
import { OneButtonForm } from '../_form/account-form';
import { signOut } from '../_form/actions';
import { Slip } from '../_form/card';

export const metadata: Metadata = { title: 'No team' };

/** Who was removed from their last team, or has not opened their invitation yet. */
export default async function NoTeam() {
  const signedIn = await currentSignIn();
  if (!signedIn) redirect('/sign-in');
  if (signedIn.merchant) redirect(HOME);
  return (
    <Slip
      title="You are in no team"
      lead={`You are signed in as ${signedIn.email}, but no shop has you in its team now. If you were invited, open the invitation’s link again; else ask an owner to invite you.`}
    >
      <OneButtonForm action={signOut} label="Sign out" variant="quiet" />
    </Slip>
  );
}
