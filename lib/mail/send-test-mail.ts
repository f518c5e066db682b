import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { appUser } from '@/db/schema/people';
import type { Member } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { addMails, isMailOn } from './add-mail';

const MINUTE_MS = 60_000;

/**
 * Sends a test mail to the member, at most one per minute, and returns the address.
 *
 * @throws Problem `invalid_request` while mail is off
 */
export async function sendTestMail(
  db: Db,
  { userId, merchantId }: Member,
  now: Date,
): Promise<string> {
  if (!(await isMailOn(db))) {
    throw new Problem('invalid_request', 'Mail is off. Set SMTP_URL and MAIL_FROM, then restart.');
  }
  const [user] = await db
    .select({ recipient: appUser.email })
    .from(appUser)
    .where(eq(appUser.id, userId));
  if (!user) throw new Problem('not_signed_in', 'Sign in, then try again.');
  const fact = `test ${Math.floor(now.getTime() / MINUTE_MS)}`;
  const body = 'This is a test. Mail from Blocktally reaches you.';
  await addMails(db, [{ ...user, merchantId, fact, subject: 'Test mail', body }], now);
  return user.recipient;
}
