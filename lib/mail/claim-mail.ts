import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { mail, notificationChannel } from '@/db/schema/mail';

/**
 * Time after which a claimed mail is sent again, in case its sender was killed. It is longer than
 * any exchange with a mail server.
 */
export const MAIL_LEASE_MS = 600_000;
const MAX_DIGEST = 50;

export type MailRow = typeof mail.$inferSelect;

/** One message to send: a mail, or several with the same digest, oldest first. */
export interface ClaimedMail {
  readonly first: MailRow;
  readonly all: readonly MailRow[];
}

/** The kind of rows to send: mails, or notifications to channels. */
export type MailDestinationKind = 'mail' | 'channel';

/**
 * Claims the next due mail together with the pending mails of its digest, and commits the attempt
 * with its lease. All attempts of a message contain the same mails, so its Message-ID identifies
 * one text. A channel gets one message at a time.
 */
export async function claimMail(
  db: Db,
  now: Date,
  outlet: MailDestinationKind = 'mail',
): Promise<ClaimedMail | undefined> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const leaseEnd = sql`${new Date(now.getTime() + MAIL_LEASE_MS).toISOString()}::timestamptz`;
  return db.transaction(async (tx) => {
    const due = outlet === 'mail' ? await dueMail(tx, at) : await dueInChannel(tx, at);
    if (!due) return undefined;
    if (due.batch === null && due.digest !== null) {
      await tx.execute(sql`
        update ${mail} set batch = ${due.id}, next_attempt_at = null where id in (
          select id from ${mail} where digest = ${due.digest} and batch is null and id <> ${due.id}
            and sent_at is null and failed_at is null
          order by created_at, id limit ${MAX_DIGEST - 1} for update skip locked)`);
    }
    await tx.execute(sql`
      update ${mail} set batch = ${due.id}, attempts = attempts + 1, next_attempt_at = ${leaseEnd}
      where id = ${due.id}`);
    if (outlet === 'channel')
      await tx.execute(sql`
        update ${notificationChannel} set next_attempt_at = ${leaseEnd} where id = ${due.recipient}`);
    const all = await tx
      .select()
      .from(mail)
      .where(sql`${mail.batch} = ${due.id}`)
      .orderBy(mail.createdAt, mail.id);
    const first = all.find(({ id }) => id === due.id);
    return first && { first, all };
  });
}

type Due = {
  readonly id: string;
  readonly recipient: string;
  readonly digest: string | null;
  readonly batch: string | null;
};

async function dueMail(tx: Db, at: SQL): Promise<Due | undefined> {
  const [due] = await tx.execute<Due>(sql`
    select id, recipient, digest, batch from ${mail}
    where next_attempt_at <= ${at} and channel_id is null
    order by next_attempt_at, id limit 1 for update skip locked`);
  return due;
}

/**
 * Locks the channel first, so that two senders never claim its mails concurrently. A message that
 * was attempted before is claimed first, to preserve the order.
 */
async function dueInChannel(tx: Db, at: SQL): Promise<Due | undefined> {
  const [channel] = await tx.execute<{ id: string }>(sql`
    select id from ${notificationChannel} c
    where (c.next_attempt_at is null or c.next_attempt_at <= ${at}) and exists (
      select from ${mail} m where m.channel_id = c.id and m.next_attempt_at <= ${at})
    order by c.last_sent_at nulls first, c.id limit 1 for no key update skip locked`);
  if (!channel) return undefined;
  const [due] = await tx.execute<Due>(sql`
    select id, recipient, digest, batch from ${mail}
    where channel_id = ${channel.id} and next_attempt_at <= ${at}
    order by batch is null, created_at, id limit 1 for update`);
  return due;
}
