import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { userSession } from '@/db/schema/people';
import { forgetDevices } from './known-device';
import { recordAuditEntryInTeams } from './record-audit-entry-in-teams';
import type { Visitor } from './visitor';

export interface SessionsEndReason {
  readonly action: 'password.reset' | 'factor.remove';
  /** `operator`, or `mail` if the user opened a link that was mailed to them. */
  readonly by: 'operator' | 'mail';
  readonly visitor?: Visitor;
}

/**
 * Ends all sessions of a user, forgets their devices, and records an audit entry in their teams.
 * Returns the number of ended sessions.
 */
export async function endAllSessions(
  tx: Db,
  userId: string,
  { action, by, visitor }: SessionsEndReason,
  now: Date,
): Promise<number> {
  const ended = await tx
    .update(userSession)
    .set({ revokedAt: now })
    .where(and(eq(userSession.userId, userId), isNull(userSession.revokedAt)))
    .returning({ id: userSession.id });
  await forgetDevices(tx, userId);
  const data = { by, ended_sessions: ended.length };
  await recordAuditEntryInTeams(tx, { userId, visitor }, action, userId, data, now);
  return ended.length;
}
