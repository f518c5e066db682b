import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { notificationChoice } from '@/db/schema/mail';
import { type Member, requireRecentFactor } from '@/lib/domain/actor';
import { defaultTopics, type NotificationTopic } from '@/lib/domain/notification';

export async function readTopics(
  db: Db,
  { merchantId, userId, role }: Member,
): Promise<readonly NotificationTopic[]> {
  const [chosen] = await db
    .select({ topics: notificationChoice.topics })
    .from(notificationChoice)
    .where(
      and(eq(notificationChoice.merchantId, merchantId), eq(notificationChoice.userId, userId)),
    );
  return chosen?.topics ?? defaultTopics(role);
}

/**
 * Sets the topics about which this member gets mail.
 *
 * @throws Problem `step_up_required` if the monthly report is added, because its files contain
 *   customers' names
 */
export async function chooseTopics(
  db: Db,
  member: Member,
  given: readonly NotificationTopic[],
  now: Date,
): Promise<void> {
  const { merchantId, userId } = member;
  const topics = [...new Set(given)];
  const addsReport =
    topics.includes('report') && !(await readTopics(db, member)).includes('report');
  if (addsReport) requireRecentFactor(member, now);
  await db
    .insert(notificationChoice)
    .values({ merchantId, userId, topics })
    .onConflictDoUpdate({
      target: [notificationChoice.merchantId, notificationChoice.userId],
      set: { topics },
    });
}
