import { and, eq, isNull, ne } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { userSession } from '@/db/schema/people';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import type { Member } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { forgetDevice, forgetDevices } from './known-device';

/**
 * Ends one of the user's sessions, and forgets the device on which it was opened.
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
    const [revoked] = await tx
      .update(userSession)
      .set({ revokedAt: now })
      .where(
        and(
          eq(userSession.id, sessionId),
          eq(userSession.userId, actor.userId),
          isNull(userSession.revokedAt),
        ),
      )
      .returning({ deviceId: userSession.deviceId });
    if (!revoked) throw new Problem('not_found', 'This session has ended already.');
    await forgetDevice(tx, revoked.deviceId);
    await recordAuditEntry(tx, actor, 'session.revoke', sessionId, {}, now);
  });
}

/** Ends the user's other sessions and forgets the other devices. Returns how many ended. */
export async function revokeOtherSessions(db: Db, actor: Member, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const sessions = await endOtherSessions(tx, actor, now);
    await recordAuditEntry(tx, actor, 'session.revoke_others', actor.userId, { sessions }, now);
    return sessions;
  });
}

/** Ends all of the user's sessions except the current one, and returns how many ended. */
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
  const [current] = await tx
    .select({ deviceId: userSession.deviceId })
    .from(userSession)
    .where(eq(userSession.id, actor.sessionId));
  await forgetDevices(tx, actor.userId, current?.deviceId);
  return ended.length;
}
