import { eq, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { merchant } from '@/db/schema/accounts';
import { notificationChannel } from '@/db/schema/mail';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { assertMayAdminister, type Member } from '@/lib/domain/actor';
import { lockRole } from '@/lib/keys/key-conditions';
import { MAIL_CHANNEL } from '@/lib/mail/add-mail';
import { recordChannelDelivery } from '@/lib/mail/complete-mail';
import { readChannel } from './change-channel';
import { type PostDeps, postToChannel } from './post-to-channel';

/**
 * Sends a test message to a channel and, if it is accepted, the pending notifications too. Returns
 * why the service did not accept it; null if it did.
 *
 * @throws Problem `forbidden` unless the actor is an owner; `not_found` for an unknown channel
 */
export async function testChannel(
  db: Db,
  deps: PostDeps,
  actor: Member,
  id: string,
  now: Date,
): Promise<string | null> {
  assertMayAdminister(actor);
  const channel = await readChannel(db, actor, id);
  await lockRole(db, actor);
  const [shop] = await db
    .select({ name: merchant.name })
    .from(merchant)
    .where(eq(merchant.id, actor.merchantId));
  const body = 'This is a test. Notifications from Blocktally reach this channel.';
  const notice = {
    title: `${shop?.name}: test`,
    parts: [{ subject: 'Test', body, link: undefined }],
  };
  const fault = await postToChannel(deps, channel, notice, now);
  await db.transaction(async (tx) => {
    if (fault) {
      const failed = { lastError: fault.message, lastErrorAt: now };
      await tx.update(notificationChannel).set(failed).where(eq(notificationChannel.id, id));
    } else {
      await recordChannelDelivery(tx, id, now);
      await tx.execute(sql`select pg_notify(${MAIL_CHANNEL}, '')`);
    }
    const data = { name: channel.name, kind: channel.kind, delivered: !fault };
    await recordAuditEntry(tx, actor, 'channel.test', id, data, now);
  });
  return fault?.message ?? null;
}
