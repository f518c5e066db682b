import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { mail, notificationChannel } from '@/db/schema/mail';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { assertMayAdminister, type Member } from '@/lib/domain/actor';
import type { ChannelTopic } from '@/lib/domain/notification';
import { Problem } from '@/lib/domain/problems';
import { lockRole } from '@/lib/keys/key-conditions';

/**
 * Sets which notifications a channel gets.
 *
 * @throws Problem `forbidden` unless the actor is an owner; `not_found` for an unknown channel
 */
export async function chooseChannelTopics(
  db: Db,
  actor: Member,
  id: string,
  topics: readonly ChannelTopic[],
  now: Date,
): Promise<void> {
  assertMayAdminister(actor);
  await db.transaction(async (tx) => {
    const { name } = await lockChannel(tx, actor, id);
    await tx
      .update(notificationChannel)
      .set({ topics: [...topics] })
      .where(eq(notificationChannel.id, id));
    await recordAuditEntry(tx, actor, 'channel.update', id, { name }, now);
  });
}

/**
 * Removes a channel with its target and its pending notifications.
 *
 * @throws Problem as {@link chooseChannelTopics}
 */
export async function removeChannel(db: Db, actor: Member, id: string, now: Date): Promise<void> {
  assertMayAdminister(actor);
  await db.transaction(async (tx) => {
    const { name } = await lockChannel(tx, actor, id);
    await tx.delete(mail).where(eq(mail.channelId, id));
    await tx.delete(notificationChannel).where(eq(notificationChannel.id, id));
    await recordAuditEntry(tx, actor, 'channel.remove', id, { name }, now);
  });
}

async function lockChannel(tx: Db, actor: Member, id: string) {
  const channel = await readChannel(tx, actor, id, 'update');
  await lockRole(tx, actor);
  return channel;
}

/** @throws Problem `not_found`, also for a channel of another merchant */
export async function readChannel(db: Db, { merchantId }: Member, id: string, lock?: 'update') {
  const own = and(eq(notificationChannel.id, id), eq(notificationChannel.merchantId, merchantId));
  const query = db.select().from(notificationChannel).where(own);
  const [row] = await (lock ? query.for(lock) : query);
  if (!row) throw new Problem('not_found', 'There is no channel with this id.');
  return row;
}
