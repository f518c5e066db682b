import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { notificationChoice } from '@/db/schema/mail';
import type { Member } from '@/lib/domain/actor';
import { defaultTopics, type NotificationTopic } from '@/lib/domain/notification';

/** The topics of one merchant that a member gets mail about. */
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

/** Sets them, for the member alone. */
export async function chooseTopics(
  db: Db,
  { merchantId, userId }: Member,
  given: readonly NotificationTopic[],
): Promise<void> {
  const topics = [...new Set(given)];
  await db
    .insert(notificationChoice)
    .values({ merchantId, userId, topics })
    .onConflictDoUpdate({
      target: [notificationChoice.merchantId, notificationChoice.userId],
      set: { topics },
    });
}
