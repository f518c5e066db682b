import { and, eq, gt, isNull, type SQL } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { invitation } from '@/db/schema/people';
import type { Member } from '@/lib/domain/actor';

/** SQL of the invitations that are neither accepted nor revoked, including expired ones. */
export function isPending(): SQL | undefined {
  return and(isNull(invitation.acceptedAt), isNull(invitation.revokedAt));
}

export function isOpen(now: Date): SQL | undefined {
  return and(isPending(), gt(invitation.expiresAt, now));
}

/**
 * Revokes the pending invitations of a member who may no longer invite. With one of these, a former
 * owner could come back in any role. The team must be locked.
 *
 * @returns the number of invitations
 */
export async function endInvitationsBy(
  tx: Db,
  actor: Member,
  userId: string,
  now: Date,
): Promise<number> {
  const own = and(eq(invitation.merchantId, actor.merchantId), eq(invitation.invitedBy, userId));
  const ended = await tx
    .update(invitation)
    .set({ revokedAt: now })
    .where(and(own, isPending()))
    .returning({ id: invitation.id });
  return ended.length;
}
