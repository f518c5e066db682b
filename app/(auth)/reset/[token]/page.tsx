import type { Metadata } from 'next';
import { ButtonLink } from '@/app/_ui/button';
import { findResetEmail } from '@/lib/accounts/complete-reset';
import { runtime } from '@/lib/runtime';
import { AccountForm } from '../../_form/account-form';
import { setPassword } from '../../_form/actions';
import { Card } from '../../_form/card';

export const metadata: Metadata = { title: 'Set a new password' };

export default async function NewPassword({
  params,
}: Readonly<{ params: Promise<{ token: string }> }>) {
  const { db, clock } = runtime();
  const { token } = await params;
  const email = await findResetEmail(db, token, clock());
  if (email === undefined) {
    return (
      <Card title="Link no longer valid" lead="The link was used or has expired.">
        <ButtonLink href="/reset" className="w-full">
          Get a new link
        </ButtonLink>
      </Card>
    );
  }
  return (
    <Card
      title="Set a new password"
      lead={`Choose a new password for ${email}. You will be signed out everywhere.`}
    >
      <AccountForm form="newPassword" action={setPassword} hidden={{ token }} />
    </Card>
  );
}
