import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { mail, mailSender, notificationChannel } from '@/db/schema/mail';
import type { ClaimedMail } from './claim-mail';
import type { MailFault } from './mail-fault';

const MINUTE_MS = 60_000;
/** Waits after failed attempts. Servers with greylisting accept the second or third attempt. */
const WAITS_MS = [1, 5, 15, 30, 60, 120].map((minutes) => minutes * MINUTE_MS);
const LAST_WAIT_MS = 240 * MINUTE_MS;
/** The age at which a pending mail is given up, because its content is no longer useful. */
export const MAX_PENDING_MAIL_AGE_MS = 3 * 86_400_000;

const ERASED = { body: '', path: null, sealedPath: null, nextAttemptAt: null };

/**
 * Records how an attempt ended: the message was sent, will be sent again, or is given up. A failed
 * attempt whose lease has expired no longer changes the message.
 */
export async function completeMail(
  db: Db,
  { first }: ClaimedMail,
  fault: MailFault | undefined,
  now: Date,
): Promise<void> {
  const { id, attempts, createdAt, channelId } = first;
  await db.transaction(async (tx) => {
    const ofMessage = eq(mail.batch, id);
    if (!fault) {
      if (channelId === null) await tx.update(mailSender).set(sentAt(now));
      else await recordChannelDelivery(tx, channelId, now);
      const sent = { ...ERASED, sentAt: now, failedAt: null, lastError: null };
      await tx.update(mail).set(sent).where(ofMessage);
      return;
    }
    const { message: lastError, isFinal } = fault;
    if (channelId === null) await tx.update(mailSender).set({ lastError, lastErrorAt: now });
    else await putOffChannel(tx, channelId, fault, now);
    // After a fault, the whole channel waits, so its mails have no delay of their own.
    const waitMs = channelId === null ? waitAfterMs(attempts) : 0;
    const [own] = await tx
      .update(mail)
      .set({ nextAttemptAt: new Date(now.getTime() + waitMs), lastError })
      .where(and(eq(mail.id, id), eq(mail.attempts, attempts), isNull(mail.sentAt)))
      .returning({ id: mail.id });
    const isTooOld = now.getTime() - createdAt.getTime() >= MAX_PENDING_MAIL_AGE_MS;
    if (own && (isFinal || isTooOld))
      await tx
        .update(mail)
        .set({ ...ERASED, failedAt: now, lastError })
        .where(ofMessage);
  });
}

const waitAfterMs = (attempts: number) => WAITS_MS[attempts - 1] ?? LAST_WAIT_MS;
const sentAt = (now: Date) => ({ lastSentAt: now, lastError: null, lastErrorAt: null });

/** Records that a channel accepted a message, and ends the channel's pause. */
export async function recordChannelDelivery(tx: Db, id: string, now: Date): Promise<void> {
  await tx
    .update(notificationChannel)
    .set({ ...sentAt(now), failures: 0, nextAttemptAt: null })
    .where(eq(notificationChannel.id, id));
}

/** Pauses a whole channel, for longer after each failure. A refused message does not pause it. */
async function putOffChannel(tx: Db, id: string, fault: MailFault, now: Date): Promise<void> {
  const ofChannel = eq(notificationChannel.id, id);
  const { message: lastError, isFinal, retryAfterMs = 0 } = fault;
  const failed = { lastError, lastErrorAt: now };
  const [channel] = await tx
    .update(notificationChannel)
    .set(
      isFinal
        ? { ...failed, nextAttemptAt: null }
        : { ...failed, failures: sql`${notificationChannel.failures} + 1` },
    )
    .where(ofChannel)
    .returning({ failures: notificationChannel.failures });
  if (!channel || isFinal) return;
  const waitMs = Math.max(waitAfterMs(channel.failures), retryAfterMs);
  const nextAttemptAt = new Date(now.getTime() + waitMs);
  await tx.update(notificationChannel).set({ nextAttemptAt }).where(ofChannel);
}
