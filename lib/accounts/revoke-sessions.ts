import { and, eq, isNull, ne } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { userSession } from '@/db/schema/people';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import type { Member } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';

/**
 * Ends one of the user's sessions.
 *
 * @throws Problem `not_found` unless it is an active session of the user
 */
export async function revokeSession(
  db: Db,
  actor: Member,
  sessionId: string,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const revoked = await tx
      .update(userSession)
      .set({ revokedAt: now })
      .where(
        and(
          eq(userSession.id, sessionId),
          eq(userSession.userId, actor.userId),
          isNull(userSession.revokedAt),
        ),
      )
      .returning({ id: userSession.id });
    if (revoked.length === 0) throw new Problem('not_found', 'This session has ended already.');
    await recordAuditEntry(tx, actor, 'session.revoke', sessionId, {}, now);
  });
}

/** Ends all of the user's sessions but the current one. */
export async function revokeOtherSessions(db: Db, actor: Member, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const sessions = await endOtherSessions(tx, actor, now);
    await recordAuditEntry(tx, actor, 'session.revoke_others', actor.userId, { sessions }, now);
    return sessions;
  });
}

/** @returns the number of sessions ended */
export async function endOtherSessions(tx: Db, actor: Member, now: Date): Promise<number> {
  const ended = await tx
    .update(userSession)
    .set({ revokedAt: now })
    .where(
      and(
        eq(userSession.userId, actor.userId),
        ne(userSession.id, actor.sessionId),
        isNull(userSession.revokedAt),
      ),
    )
    .returning({ id: userSession.id });
  return ended.length;
}
