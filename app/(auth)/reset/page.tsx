import type { Metadata } from 'next';
import { runtime } from '@/lib/runtime';
import { AccountForm } from '../_form/account-form';
import { sendResetLink } from '../_form/actions';
import { Card, TextLink } from '../_form/card';

export const metadata: Metadata = { title: 'Reset password' };

type Query = Promise<Record<string, string | string[] | undefined>>;

export default async function Reset({ searchParams }: Readonly<{ searchParams: Query }>) {
  const { sent } = await searchParams;
  const foot = (
    <p>
      Know your password? <TextLink href="/sign-in">Sign in</TextLink>
    </p>
  );
  if (runtime().mailer === undefined) {
    return (
      <Card
        title="Reset password"
        lead="This server sends no mail. Ask the operator to run the admin command “user reset-password”."
        foot={foot}
      />
    );
  }
  if (sent !== undefined) {
    return (
      <Card
        title="Check your mail"
        lead="If the address has an account here, a link to set a new password is on its way. The link works for an hour."
        foot={foot}
      />
    );
  }
  return (
    <Card
      title="Reset password"
      lead="Enter your e-mail address to get a link for a new password."
      foot={foot}
    >
      <AccountForm form="reset" action={sendResetLink} />
    </Card>
  );
}
