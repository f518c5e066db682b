import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { deleteOlderRows } from '@/db/delete-older-rows';
import { mail, mailSender, notificationChannel } from '@/db/schema/mail';

/**
 * The state of sending the whole installation's mail, or one merchant's notifications to channels.
 */
export interface MailState {
  readonly waiting: number;
  /** Age in seconds of the oldest pending mail; 0 when no mail is pending. */
  readonly lagSeconds: number;
  readonly lastSentAt: Date | null;
  /** The last fault, in words; null once a mail was sent after it. */
  readonly lastError: string | null;
  readonly lastErrorAt: Date | null;
}

/** Returns the state of mail; null while mail is off. */
export async function mailState(db: Db, now: Date): Promise<MailState | null> {
  const { lastSentAt, lastError, lastErrorAt } = mailSender;
  const [sender] = await db.select({ lastSentAt, lastError, lastErrorAt }).from(mailSender);
  if (!sender) return null;
  return { ...sender, ...(await countPendingMails(db, isNull(mail.channelId), now)) };
}

/** Returns how many of the selected mails are pending, and the age of the oldest. */
export async function countPendingMails(db: Db, which: SQL | undefined, now: Date) {
  const [row] = await db
    .select({
      waiting: sql<number>`count(*)`.mapWith(Number),
      oldest: sql<Date | null>`min(${mail.createdAt})`.mapWith(mail.createdAt),
    })
    .from(mail)
    .where(and(sql`${mail.sentAt} is null and ${mail.failedAt} is null`, which));
  const oldest = row?.oldest ?? null;
  const lagMs = oldest ? now.getTime() - oldest.getTime() : 0;
  return { waiting: row?.waiting ?? 0, lagSeconds: Math.max(0, Math.round(lagMs / 1_000)) };
}

/** Records at a server's start whether the servers of this database send mail. */
export async function setMailOn(db: Db, isOn: boolean): Promise<void> {
  if (isOn) await db.insert(mailSender).values({}).onConflictDoNothing();
  else await db.delete(mailSender);
}

/** Returns the time of the next attempt, which may be past; null when no mail is pending. */
export async function nextMailAt(db: Db): Promise<Date | null> {
  const [row] = await db
    .select({ at: mail.nextAttemptAt })
    .from(mail)
    .where(and(isNotNull(mail.nextAttemptAt), isNull(mail.channelId)))
    .orderBy(mail.nextAttemptAt)
    .limit(1);
  return row?.at ?? null;
}

/** Like {@link nextMailAt}, for channels, whose attempts wait for the end of a pause. */
export async function nextMessageAt(db: Db): Promise<Date | null> {
  const at = sql<Date | null>`greatest(${mail.nextAttemptAt}, ${notificationChannel.nextAttemptAt})`;
  const [row] = await db
    .select({ at: sql`min(${at})`.mapWith(mail.nextAttemptAt) })
    .from(mail)
    .innerJoin(notificationChannel, eq(notificationChannel.id, mail.channelId))
    .where(isNotNull(mail.nextAttemptAt));
  return row?.at ?? null;
}

const KEPT_MS = 90 * 86_400_000;

/** Deletes mails written more than 90 days ago. */
export function pruneMails(db: Db, now: Date): Promise<number> {
  return deleteOlderRows(db, mail, mail.createdAt, new Date(now.getTime() - KEPT_MS));
}
