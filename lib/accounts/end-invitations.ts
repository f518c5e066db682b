import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { invitation } from '@/db/schema/people';
import type { Member } from '@/lib/domain/actor';

/**
 * Takes back what someone who may no longer invite has open in the actor's team: else they could
 * come back as whom they like. The team is locked.
 *
 * @returns how many there were
 */
export async function endInvitationsBy(
  tx: Db,
  actor: Member,
  userId: string,
  now: Date,
): Promise<number> {
  const ended = await tx
    .update(invitation)
    .set({ revokedAt: now })
    .where(
      and(
        eq(invitation.merchantId, actor.merchantId),
        eq(invitation.invitedBy, userId),
        isNull(invitation.acceptedAt),
        isNull(invitation.revokedAt),
      ),
    )
    .returning({ id: invitation.id });
  return ended.length;
}
