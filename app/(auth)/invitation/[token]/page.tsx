import type { Metadata, Route } from 'next';
import type { ReactNode } from 'react';
import { ButtonLink } from '@/app/_ui/button';
import { type InvitationView, readInvitation } from '@/lib/accounts/read-invitation';
import { currentProviders } from '@/lib/auth/current-site';
import { currentSignIn } from '@/lib/auth/session';
import { ROLE_MEANINGS } from '@/lib/domain/role-meanings';
import { runtime } from '@/lib/runtime';
import { AccountForm, ConfirmForm } from '../../_form/account-form';
import { acceptInvitationAction, signOut, signUpByInvitation } from '../../_form/actions';
import { Card, Notice, ProviderLinks } from '../../_form/card';

export const metadata: Metadata = { title: 'Invitation' };

export default async function Invitation({
  params,
}: Readonly<{ params: Promise<{ token: string }> }>) {
  const { db, clock } = runtime();
  const { token } = await params;
  const invitation = await readInvitation(db, token, clock());
  if (!invitation) {
    return (
      <Card
        title="Invitation no longer valid"
        lead="The link has been used, was revoked, or has expired. Ask for a new invitation."
      >
        <ButtonLink href="/sign-in" className="w-full">
          Sign in
        </ButtonLink>
      </Card>
    );
  }
  const { merchantName, role, invitedBy, email } = invitation;
  return (
    <Card title={`Join ${merchantName}`} lead={`${invitedBy} invited you to the team.`}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 border-y py-4">
        <dt className="text-ink-3">E-mail</dt>
        <dd className="break-all">{email}</dd>
        <dt className="text-ink-3">Role</dt>
        <dd>
          <span className="font-medium capitalize">{role}</span>
          <span className="block text-ink-2">{ROLE_MEANINGS[role]}</span>
        </dd>
      </dl>
      <Answer invitation={invitation} token={token} />
    </Card>
  );
}

async function Answer({
  invitation: { email, registered },
  token,
}: Readonly<{ invitation: InvitationView; token: string }>): Promise<ReactNode> {
  const here = `/invitation/${encodeURIComponent(token)}`;
  const signedIn = await currentSignIn();
  if (signedIn?.email === email) {
    return <ConfirmForm action={acceptInvitationAction} label="Accept" hidden={{ token }} />;
  }
  if (signedIn) {
    return (
      <>
        <Notice tone="idle">
          You are signed in as {signedIn.email}, but this invitation is for another address.
        </Notice>
        <ConfirmForm action={signOut} label="Sign out" hidden={{ callbackUrl: here }} />
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
      <AccountForm form="join" action={signUpByInvitation} hidden={{ token }} />
      <ProviderLinks providers={await currentProviders()} callbackUrl={here} />
    </>
  );
}
