import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { notificationChannel, notificationChoice } from '@/db/schema/mail';
import { appUser, membership } from '@/db/schema/people';
import { defaultTopics, type NotificationTopic } from '@/lib/domain/notification';
import { addMails, isMailOn, type NewMail } from './add-mail';

export interface MemberNotification extends Pick<NewMail, 'fact' | 'subject' | 'body' | 'link'> {
  readonly merchantId: string;
  readonly topic: NotificationTopic;
}

/** A notification waits this long, so that others can join its digest. */
const GATHER_MS = 60_000;

interface Addressee extends Pick<NewMail, 'recipient' | 'channelId'> {
  readonly merchantId: string;
  readonly topics: readonly NotificationTopic[];
}

/**
 * Stores notifications in the transaction of the change that they report. Members get them only
 * while mail is on.
 */
export async function notifyMembers(
  tx: Db,
  notifications: readonly MemberNotification[],
  now: Date,
): Promise<void> {
  if (notifications.length === 0) return;
  const merchantIds = [...new Set(notifications.map((one) => one.merchantId))];
  const members = (await isMailOn(tx)) ? await readMembers(tx, merchantIds) : [];
  const addressees = [...members, ...(await readChannels(tx, merchantIds))];
  const dueAt = new Date(now.getTime() + GATHER_MS);
  const mails = notifications.flatMap(({ topic, ...notification }) =>
    addressees
      .filter(({ merchantId }) => merchantId === notification.merchantId)
      .filter(({ topics }) => topics.includes(topic))
      .map(({ recipient, channelId }) => ({
        ...notification,
        recipient,
        channelId,
        digest: `${notification.merchantId} ${recipient}`,
        dueAt,
      })),
  );
  await addMails(tx, mails, now);
}

/** Whether anyone can get notifications: mail is on, or a channel exists. */
export async function hasNotificationRecipients(db: Db): Promise<boolean> {
  if (await isMailOn(db)) return true;
  const [channel] = await db
    .select({ id: notificationChannel.id })
    .from(notificationChannel)
    .limit(1);
  return channel !== undefined;
}

async function readMembers(tx: Db, merchantIds: readonly string[]): Promise<Addressee[]> {
  const { merchantId, userId, role } = membership;
  const rows = await tx
    .select({ merchantId, role, recipient: appUser.email, topics: notificationChoice.topics })
    .from(membership)
    .innerJoin(appUser, eq(appUser.id, userId))
    .leftJoin(
      notificationChoice,
      and(eq(notificationChoice.merchantId, merchantId), eq(notificationChoice.userId, userId)),
    )
    .where(inArray(merchantId, [...merchantIds]));
  return rows.map(({ role: of, topics, ...row }) => ({
    ...row,
    topics: topics ?? defaultTopics(of),
  }));
}

/**
 * Returns the channels and locks them, so that none is removed before its notification is stored.
 */
async function readChannels(tx: Db, merchantIds: readonly string[]): Promise<Addressee[]> {
  const { id: recipient, merchantId, topics } = notificationChannel;
  const rows = await tx
    .select({ recipient, merchantId, topics })
    .from(notificationChannel)
    .where(inArray(merchantId, [...merchantIds]))
    .for('key share');
  return rows.map((row) => ({ ...row, channelId: row.recipient }));
}
