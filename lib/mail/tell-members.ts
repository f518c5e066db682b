import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { notificationChoice } from '@/db/schema/mail';
import { appUser, membership } from '@/db/schema/people';
import { defaultTopics, type NotificationTopic } from '@/lib/domain/notification';
import { addMails, isMailOn, type NewMail } from './add-mail';

/** A notification for the members of a merchant who have chosen its topic. */
export interface MemberNotification extends Pick<NewMail, 'fact' | 'subject' | 'body' | 'link'> {
  readonly merchantId: string;
  readonly topic: NotificationTopic;
}

/** A notification waits for others of its digest. */
const GATHER_MS = 60_000;

/** Writes notifications, in the transaction of their fact; writes nothing while mail is off. */
export async function tellMembers(
  tx: Db,
  notifications: readonly MemberNotification[],
  now: Date,
): Promise<void> {
  if (notifications.length === 0 || !(await isMailOn(tx))) return;
  const members = await tx
    .select({
      merchantId: membership.merchantId,
      role: membership.role,
      recipient: appUser.email,
      topics: notificationChoice.topics,
    })
    .from(membership)
    .innerJoin(appUser, eq(appUser.id, membership.userId))
    .leftJoin(
      notificationChoice,
      and(
        eq(notificationChoice.merchantId, membership.merchantId),
        eq(notificationChoice.userId, membership.userId),
      ),
    )
    .where(
      inArray(membership.merchantId, [...new Set(notifications.map((one) => one.merchantId))]),
    );
  const dueAt = new Date(now.getTime() + GATHER_MS);
  const mails = notifications.flatMap(({ topic, ...notification }) =>
    members
      .filter((member) => member.merchantId === notification.merchantId)
      .filter(({ topics, role }) => (topics ?? defaultTopics(role)).includes(topic))
      .map(({ recipient }) => ({
        ...notification,
        recipient,
        digest: `${notification.merchantId} ${recipient}`,
        dueAt,
      })),
  );
  await addMails(tx, mails, now);
}
