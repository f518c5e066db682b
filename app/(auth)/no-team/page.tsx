import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { DEFAULT_RETURN_PATH } from '@/lib/auth/return-path';
import { currentSignIn } from '@/lib/auth/session';
import { ConfirmForm } from '../_form/account-form';
import { signOut } from '../_form/actions';
import { Card } from '../_form/card';

export const metadata: Metadata = { title: 'No team' };

/** For users who left their last team or have not accepted an invitation yet. */
export default async function NoTeam() {
  const signedIn = await currentSignIn();
  if (!signedIn) redirect('/sign-in');
  if (signedIn.merchant) redirect(DEFAULT_RETURN_PATH);
  return (
    <Card
      title="You are not in a team"
      lead={`You are signed in as ${signedIn.email}, but you are not a member of any team. If you were invited, open the invitation link again. Otherwise ask an owner to invite you.`}
    >
      <ConfirmForm action={signOut} label="Sign out" variant="quiet" />
    </Card>
  );
}
