import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { invitation } from '@/db/schema/people';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { assertMayAdminister, type Member } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { isPendingInvitation } from './invitation';
import { lockTeam } from './lock-team';

/**
 * @throws Problem `forbidden` unless the actor is an owner, `not_found` unless the actor's merchant
 *   has this invitation and it is still open
 */
export async function revokeInvitation(
  db: Db,
  actor: Member,
  invitationId: string,
  now: Date,
): Promise<void> {
  assertMayAdminister(actor);
  await db.transaction(async (tx) => {
    await lockTeam(tx, actor);
    const [row] = await tx
      .update(invitation)
      .set({ revokedAt: now })
      .where(
        and(
          eq(invitation.id, invitationId),
          eq(invitation.merchantId, actor.merchantId),
          isPendingInvitation(),
        ),
      )
      .returning({ email: invitation.email });
    if (!row) throw new Problem('not_found', 'There is no open invitation with this id.');
    await recordAuditEntry(tx, actor, 'invitation.revoke', invitationId, { email: row.email }, now);
  });
}
