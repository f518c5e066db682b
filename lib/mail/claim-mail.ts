import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { mail } from '@/db/schema/mail';

/**
 * Longer than any exchange with a mail server: a mail whose sender was killed is sent again after
 * this time.
 */
export const LEASE_MS = 600_000;
/** Maximum mails in a digest. */
const MAX_DIGEST = 50;

export type MailRow = typeof mail.$inferSelect;

/** One message to send: a mail, or several with the same digest, oldest first. */
export interface ClaimedMail {
  readonly first: MailRow;
  readonly all: readonly MailRow[];
}

/**
 * Claims the next due mail, and with it the waiting mails of its digest. The attempt and its lease
 * are committed when this resolves. A message keeps its mails over all attempts, and so its
 * Message-ID stands for one text.
 */
export async function claimMail(db: Db, now: Date): Promise<ClaimedMail | undefined> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const leaseEnd = sql`${new Date(now.getTime() + LEASE_MS).toISOString()}::timestamptz`;
  return db.transaction(async (tx) => {
    const [due] = await tx.execute<{ id: string; digest: string | null; batch: string | null }>(sql`
      select id, digest, batch from ${mail} where next_attempt_at <= ${at}
      order by next_attempt_at, id limit 1 for update skip locked`);
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
    const all = await tx
      .select()
      .from(mail)
      .where(sql`${mail.batch} = ${due.id}`)
      .orderBy(mail.createdAt, mail.id);
    const first = all.find(({ id }) => id === due.id);
    return first && { first, all };
  });
}
