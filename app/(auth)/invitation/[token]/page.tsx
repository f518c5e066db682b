import type { Metadata, Route } from 'next';
import type { ReactNode } from 'react';
import { ButtonLink } from '@/app/_ui/button-link';
import { type InvitationView, readInvitation } from '@/lib/accounts/read-invitation';
import { currentSignIn } from '@/lib/auth/session';
import { ROLE_MEANINGS } from '@/lib/domain/roles';
import { runtime } from '@/lib/runtime';
import { AccountForm } from '../../_form/account-form';
import { accept, join, signOut } from '../../_form/actions';
import { Notice } from '../../_form/notice';
import { OneButtonForm } from '../../_form/one-button-form';
import { ProviderLinks } from '../../_form/provider-links';
import { Slip } from '../../_form/slip';

export const metadata: Metadata = { title: 'Invitation' };

export default async function Invitation({
  params,
}: Readonly<{ params: Promise<{ token: string }> }>) {
  const { db, clock } = runtime();
  const { token } = await params;
  const invitation = await readInvitation(db, token, clock());
  if (!invitation) {
    return (
      <Slip
        title="This invitation is no longer open"
        lead="It was used, taken back, or has expired. Ask whoever invited you for a new one."
      >
        <ButtonLink href="/sign-in" className="w-full">
          Sign in
        </ButtonLink>
      </Slip>
    );
  }
  const { merchantName, role, invitedBy, email } = invitation;
  return (
    <Slip title={`Join ${merchantName}`} lead={`${invitedBy} invites you to the team.`}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 border-y py-4">
        <dt className="text-ink-3">For</dt>
        <dd className="break-all">{email}</dd>
        <dt className="text-ink-3">As</dt>
        <dd>
          <span className="font-medium capitalize">{role}</span>
          <span className="block text-ink-2">{ROLE_MEANINGS[role]}</span>
        </dd>
      </dl>
      <Answer invitation={invitation} token={token} />
    </Slip>
  );
}

async function Answer({
  invitation: { email, registered },
  token,
}: Readonly<{ invitation: InvitationView; token: string }>): Promise<ReactNode> {
  const here = `/invitation/${encodeURIComponent(token)}`;
  const signedIn = await currentSignIn();
  if (signedIn?.email === email) {
    return <OneButtonForm action={accept} label="Accept" hidden={{ token }} />;
  }
  if (signedIn) {
    return (
      <>
        <Notice tone="idle">
          You are signed in as {signedIn.email}, and this invitation is for another address.
        </Notice>
        <OneButtonForm action={signOut} label="Sign out" hidden={{ callbackUrl: here }} />
      </>
    );
  }
  if (registered) {
    const href = `/sign-in?callbackUrl=${encodeURIComponent(here)}` as Route;
    return (
      <ButtonLink href={href} variant="primary" className="w-full">
        Sign in to accept
      </ButtonLink>
    );
  }
  return (
    <>
      <AccountForm form="join" action={join} hidden={{ token }} />
      <ProviderLinks providers={runtime().env.signInProviders} callbackUrl={here} />
    </>
  );
}
