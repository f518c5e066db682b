import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { appUser, auditEntry } from '@/db/schema/people';
import { type Member, mayAdminister } from '@/lib/domain/actor';

export interface AuditEntry {
  readonly id: string;
  readonly at: Date;
  readonly action: string;
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly userId: string;
  readonly email: string;
  readonly ip: string | null;
  readonly requestId: string | null;
}

export interface AuditQuery {
  readonly userId?: string | undefined;
  readonly action?: string | undefined;
  /** Maximum entries on the page, from 1 to 100. */
  readonly limit: number;
  /** The id of the last entry of the previous page. */
  readonly after?: string | undefined;
}

/**
 * Lists the changes made by members, newest first. Entries contain IP addresses, so only owners may
 * see them.
 *
 * @throws Problem `forbidden` unless the actor is an owner
 */
export async function listAuditEntries(
  db: Db,
  actor: Member,
  { userId, action, limit, after }: AuditQuery,
): Promise<{ entries: AuditEntry[]; hasMore: boolean }> {
  mayAdminister(actor);
  const position = sql`(${auditEntry.at}, ${auditEntry.id})`;
  const rows = await db
    .select({
      id: auditEntry.id,
      at: auditEntry.at,
      action: auditEntry.action,
      subject: auditEntry.subject,
      data: auditEntry.data,
      userId: auditEntry.userId,
      email: appUser.email,
      ip: auditEntry.ip,
      requestId: auditEntry.requestId,
    })
    .from(auditEntry)
    .innerJoin(appUser, eq(appUser.id, auditEntry.userId))
    .where(
      and(
        eq(auditEntry.merchantId, actor.merchantId),
        userId === undefined ? undefined : eq(auditEntry.userId, userId),
        action === undefined ? undefined : eq(auditEntry.action, action),
        after === undefined
          ? undefined
          : sql`${position} < (select at, id from audit_entry where id = ${after} and merchant_id = ${actor.merchantId})`,
      ),
    )
    .orderBy(desc(auditEntry.at), desc(auditEntry.id))
    .limit(limit + 1);
  return { entries: rows.slice(0, limit), hasMore: rows.length > limit };
}

/** An action of a member, for the history of its subject. */
export interface EntryOfSubject {
  readonly at: Date;
  /** Subject and verb, such as `payment.cancel`. */
  readonly action: string;
  /** E-mail address of the member. */
  readonly actor: string;
  /** Further details of the action; never a secret. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Lists the actions of members of the actor's merchant on these subjects, oldest first. */
export async function listEntriesOf(
  db: Db,
  actor: Member,
  subjects: readonly string[],
): Promise<EntryOfSubject[]> {
  return db
    .select({
      at: auditEntry.at,
      action: auditEntry.action,
      actor: appUser.email,
      data: auditEntry.data,
    })
    .from(auditEntry)
    .innerJoin(appUser, eq(appUser.id, auditEntry.userId))
    .where(
      and(eq(auditEntry.merchantId, actor.merchantId), inArray(auditEntry.subject, [...subjects])),
    )
    .orderBy(asc(auditEntry.at), asc(auditEntry.id));
}
