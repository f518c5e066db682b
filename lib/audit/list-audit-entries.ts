import { and, asc, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '@/db/client';
import { payment } from '@/db/schema/payments';
import { appUser, auditEntry, displayNameOfUser } from '@/db/schema/people';
import { assertMayAdminister, type Member } from '@/lib/domain/actor';
import type { AuditFacts } from '@/lib/domain/audit-words';

export interface AuditEntry extends AuditFacts {
  readonly id: string;
  readonly at: Date;
  /** The member who acted; null for an action of the server itself. */
  readonly userId: string | null;
  /** Name or e-mail address of the member, or "Blocktally" for the server. */
  readonly actor: string;
  readonly email: string;
  readonly ip: string | null;
  readonly requestId: string | null;
}

export interface AuditFilter {
  readonly userId?: string | undefined;
  readonly action?: string | undefined;
  /** The earliest time, included. */
  readonly from?: Date | undefined;
  /** The latest time, excluded. */
  readonly before?: Date | undefined;
}

export interface AuditQuery extends AuditFilter {
  readonly limit: number;
  /** The id of the last entry of the previous page. */
  readonly after?: string | undefined;
}

const SERVER = 'Blocktally';

/**
 * Lists the actions of members and the server, newest first. They contain IP addresses.
 *
 * @throws Problem `forbidden` unless the actor is an owner
 */
export async function listAuditEntries(
  db: Db,
  actor: Member,
  { limit, after, ...filter }: AuditQuery,
): Promise<{ entries: AuditEntry[]; hasMore: boolean }> {
  assertMayAdminister(actor);
  const position = sql`(${auditEntry.at}, ${auditEntry.id})`;
  const changed = alias(appUser, 'changed');
  const paymentId = sql`coalesce(${auditEntry.data} ->> 'payment_id', ${auditEntry.subject})`;
  const rows = await db
    .select({
      id: auditEntry.id,
      at: auditEntry.at,
      action: auditEntry.action,
      subject: auditEntry.subject,
      data: auditEntry.data,
      present: sql<
        string | null
      >`coalesce(${payment.reference}, ${payment.id}, ${changed.name}, ${changed.email})`,
      userId: auditEntry.userId,
      actor: sql<string>`coalesce(${displayNameOfUser}, ${SERVER})`,
      email: sql<string>`coalesce(${appUser.email}, ${SERVER})`,
      ip: auditEntry.ip,
      requestId: auditEntry.requestId,
    })
    .from(auditEntry)
    .leftJoin(appUser, eq(appUser.id, auditEntry.userId))
    .leftJoin(payment, eq(payment.id, paymentId))
    .leftJoin(changed, eq(changed.id, auditEntry.subject))
    .where(
      and(
        matches(actor, filter),
        after === undefined
          ? undefined
          : sql`${position} < (select at, id from audit_entry where id = ${after} and merchant_id = ${actor.merchantId})`,
      ),
    )
    .orderBy(desc(auditEntry.at), desc(auditEntry.id))
    .limit(limit + 1);
  return { entries: rows.slice(0, limit), hasMore: rows.length > limit };
}

function matches(actor: Member, { userId, action, from, before }: AuditFilter) {
  return and(
    eq(auditEntry.merchantId, actor.merchantId),
    userId === undefined ? undefined : eq(auditEntry.userId, userId),
    action === undefined ? undefined : eq(auditEntry.action, action),
    from && gte(auditEntry.at, from),
    before && lt(auditEntry.at, before),
  );
}

/**
 * Returns the current and former members who have entries in the log, sorted by name.
 *
 * @throws Problem `forbidden` unless the actor is an owner
 */
export async function listAuditActors(
  db: Db,
  actor: Member,
): Promise<{ userId: string; name: string }[]> {
  assertMayAdminister(actor);
  const active = db
    .selectDistinct({ id: auditEntry.userId })
    .from(auditEntry)
    .where(eq(auditEntry.merchantId, actor.merchantId));
  return db
    .select({ userId: appUser.id, name: displayNameOfUser })
    .from(appUser)
    .where(inArray(appUser.id, active))
    .orderBy(asc(sql`lower(${displayNameOfUser})`), asc(appUser.id));
}

export interface SubjectAuditEntry {
  readonly at: Date;
  /** Subject and verb of the action, such as `payment.cancel`. */
  readonly action: string;
  readonly actor: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export async function listSubjectAuditEntries(
  db: Db,
  actor: Member,
  subjects: readonly string[],
): Promise<SubjectAuditEntry[]> {
  return db
    .select({
      at: auditEntry.at,
      action: auditEntry.action,
      actor: displayNameOfUser,
      data: auditEntry.data,
    })
    .from(auditEntry)
    .innerJoin(appUser, eq(appUser.id, auditEntry.userId))
    .where(
      and(eq(auditEntry.merchantId, actor.merchantId), inArray(auditEntry.subject, [...subjects])),
    )
    .orderBy(asc(auditEntry.at), asc(auditEntry.id));
}
