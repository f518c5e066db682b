import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { mail, mailSender } from '@/db/schema/mail';
import type { ClaimedMail } from './claim-mail';
import type { MailFault } from './mail-fault';

const MINUTE_MS = 60_000;
/** Waits after failed attempts. Servers with greylisting accept the second or third attempt. */
const WAITS_MS = [1, 5, 15, 30, 60, 120].map((minutes) => minutes * MINUTE_MS);
const LAST_WAIT_MS = 240 * MINUTE_MS;
/** A mail this old tells nothing new. */
export const GIVE_UP_MS = 3 * 86_400_000;

/** What a mail has no more once it has ended. */
const ERASED = { body: '', path: null, sealedPath: null, nextAttemptAt: null };

/**
 * Records how an attempt ended: sent, to be repeated, or given up. An attempt that outlived its
 * lease records nothing unless the message was sent.
 */
export async function completeMail(
  db: Db,
  { first: { id, attempts, createdAt } }: ClaimedMail,
  fault: MailFault | undefined,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const ofMessage = eq(mail.batch, id);
    if (!fault) {
      const sent = { ...ERASED, sentAt: now, failedAt: null, lastError: null };
      await tx.update(mail).set(sent).where(ofMessage);
      await tx.update(mailSender).set({ lastSentAt: now, lastError: null, lastErrorAt: null });
      return;
    }
    const { message: lastError, isFinal } = fault;
    await tx.update(mailSender).set({ lastError, lastErrorAt: now });
    const waitMs = WAITS_MS[attempts - 1] ?? LAST_WAIT_MS;
    const [own] = await tx
      .update(mail)
      .set({ nextAttemptAt: new Date(now.getTime() + waitMs), lastError })
      .where(and(eq(mail.id, id), eq(mail.attempts, attempts), isNull(mail.sentAt)))
      .returning({ id: mail.id });
    const isTooOld = now.getTime() - createdAt.getTime() >= GIVE_UP_MS;
    if (own && (isFinal || isTooOld))
      await tx
        .update(mail)
        .set({ ...ERASED, failedAt: now, lastError })
        .where(ofMessage);
  });
}
