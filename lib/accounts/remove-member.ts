import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { membership } from '@/db/schema/people';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Member, mayAdminister } from '@/lib/domain/actor';
import { endInvitationsBy } from './invitation';
import { findMember, lockTeam, requireAnotherOwner } from './lock-team';

/**
 * Takes someone out of the team, at once, and with them the invitations they have open. Everybody
 * may take themselves out.
 *
 * @throws Problem `not_found` for who is not in the team, `forbidden` for the last owner
 */
export async function removeMember(
  db: Db,
  actor: Member,
  userId: string,
  now: Date,
): Promise<void> {
  if (userId !== actor.userId) mayAdminister(actor);
  await db.transaction(async (tx) => {
    await lockTeam(tx, actor);
    const { email, role } = await findMember(tx, actor, userId);
    if (role === 'owner') await requireAnotherOwner(tx, actor, userId);
    await tx
      .delete(membership)
      .where(and(eq(membership.merchantId, actor.merchantId), eq(membership.userId, userId)));
    const act = userId === actor.userId ? 'member.leave' : 'member.remove';
    const ended = await endInvitationsBy(tx, actor, userId, now);
    await recordAuditEntry(tx, actor, act, userId, { email, role, ended_invitations: ended }, now);
  });
}
