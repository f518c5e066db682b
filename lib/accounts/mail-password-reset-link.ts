import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { passwordReset } from '@/db/schema/mail';
import { appUser } from '@/db/schema/people';
import { normalizeEmail } from '@/lib/domain/email';
import { newId } from '@/lib/domain/ids';
import type { Vault } from '@/lib/keys/vault';
import { addMails } from '@/lib/mail/add-mail';
import { hashToken, newToken } from './token';

export const RESET_LINK_LIFETIME_MS = 3_600_000;

/**
 * Mails a password reset link, if a user has this address. Call this after the response was sent,
 * so that the response time does not reveal whether the address exists.
 */
export async function mailPasswordResetLink(
  { db, vault }: { readonly db: Db; readonly vault: Vault },
  email: string,
  now: Date,
): Promise<void> {
  const recipient = normalizeEmail(email);
  await db.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: appUser.id })
      .from(appUser)
      .where(eq(appUser.email, recipient));
    if (!user) return;
    const token = newToken();
    const id = newId('passwordReset');
    const expiresAt = new Date(now.getTime() + RESET_LINK_LIFETIME_MS);
    const row = { id, userId: user.id, tokenHash: hashToken(token), createdAt: now, expiresAt };
    await tx.insert(passwordReset).values(row);
    const body =
      'Someone asked for a new password for this e-mail address.\n\nThe link works once, within an hour. Setting a password signs you out everywhere.\n\nIf it was not you, ignore this mail: nothing has changed.';
    const link = { text: 'Set a new password', path: `/reset/${token}`, sealedBy: vault };
    await addMails(tx, [{ recipient, fact: id, subject: 'Set a new password', body, link }], now);
  });
}
