import { asc, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { isAmong } from '@/db/is-among';
import { mail, notificationChannel } from '@/db/schema/mail';
import type { Member } from '@/lib/domain/actor';
import { countPendingMails, type MailState } from '@/lib/mail/mail-state';

export async function listChannels(db: Db, { merchantId }: Member) {
  const { id, name, kind, host, topics, lastSentAt, lastError, lastErrorAt } = notificationChannel;
  return db
    .select({ id, name, kind, host, topics, lastSentAt, lastError, lastErrorAt })
    .from(notificationChannel)
    .where(eq(notificationChannel.merchantId, merchantId))
    .orderBy(asc(notificationChannel.createdAt), asc(id));
}

/**
 * Returns the state of sending to the merchant's channels, such as the last success and the last
 * error. Returns null if the merchant has no channel.
 */
export async function readChannelState(
  db: Db,
  actor: Member,
  now: Date,
): Promise<MailState | null> {
  const channels = await listChannels(db, actor);
  if (channels.length === 0) return null;
  const newest = (dates: readonly (Date | null)[]) =>
    dates.reduce((last, at) => (at && (!last || at > last) ? at : last), null);
  const lastErrorAt = newest(channels.map((one) => one.lastErrorAt));
  const failed = channels.find((one) => lastErrorAt && one.lastErrorAt === lastErrorAt);
  const ids = channels.map(({ id }) => id);
  return {
    ...(await countPendingMails(db, isAmong(mail.channelId, ids), now)),
    lastSentAt: newest(channels.map((one) => one.lastSentAt)),
    lastError: failed ? `${failed.name}: ${failed.lastError}` : null,
    lastErrorAt,
  };
}
