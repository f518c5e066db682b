import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { membership } from '@/db/schema/people';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { assertMayAdminister, type Member } from '@/lib/domain/actor';
import { endInvitationsBy } from './invitation';
import { findMember, lockTeam, requireAnotherOwner } from './lock-team';

/**
 * Removes a member, who may be the actor, and revokes the invitations that the member sent.
 *
 * @throws Problem `not_found` for a user outside the team, `forbidden` for the last owner
 */
export async function removeMember(
  db: Db,
  actor: Member,
  userId: string,
  now: Date,
): Promise<void> {
  if (userId !== actor.userId) assertMayAdminister(actor);
  await db.transaction(async (tx) => {
    await lockTeam(tx, actor);
    const { email, role } = await findMember(tx, actor, userId);
    if (role === 'owner') await requireAnotherOwner(tx, actor, userId);
    await tx
      .delete(membership)
      .where(and(eq(membership.merchantId, actor.merchantId), eq(membership.userId, userId)));
    const action = userId === actor.userId ? 'member.leave' : 'member.remove';
    const ended = await endInvitationsBy(tx, actor, userId, now);
    await recordAuditEntry(
      tx,
      actor,
      action,
      userId,
      { email, role, ended_invitations: ended },
      now,
    );
  });
}
