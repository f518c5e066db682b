import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { membership } from '@/db/schema/people';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { assertMayAdminister, type Member, requireRecentFactor } from '@/lib/domain/actor';
import type { Role } from '@/lib/domain/roles';
import { endInvitationsBy } from './invitation';
import { findMember, lockTeam, requireAnotherOwner } from './lock-team';

/**
 * Changes a member's role. If the member was an owner, revokes the invitations that they sent.
 *
 * @throws Problem `not_found` for a user outside the team, `forbidden` for the last owner
 */
export async function changeRole(
  db: Db,
  actor: Member,
  change: { readonly userId: string; readonly role: Role },
  now: Date,
): Promise<void> {
  assertMayAdminister(actor);
  requireRecentFactor(actor, now);
  const { userId, role } = change;
  await db.transaction(async (tx) => {
    await lockTeam(tx, actor);
    const member = await findMember(tx, actor, userId);
    if (member.role === role) return;
    if (member.role === 'owner') await requireAnotherOwner(tx, actor, userId);
    await tx
      .update(membership)
      .set({ role })
      .where(and(eq(membership.merchantId, actor.merchantId), eq(membership.userId, userId)));
    const ended = role === 'owner' ? 0 : await endInvitationsBy(tx, actor, userId, now);
    const data = { email: member.email, from: member.role, to: role, ended_invitations: ended };
    await recordAuditEntry(tx, actor, 'member.change_role', userId, data, now);
  });
}
