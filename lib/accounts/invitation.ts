import { and, eq, gt, isNull, type SQL } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { invitation } from '@/db/schema/people';
import type { Member } from '@/lib/domain/actor';

/**
 * Returns an SQL condition for invitations that are not accepted and not revoked, even if expired.
 */
export function isPendingInvitation(): SQL | undefined {
  return and(isNull(invitation.acceptedAt), isNull(invitation.revokedAt));
}

export function isOpenInvitation(now: Date): SQL | undefined {
  return and(isPendingInvitation(), gt(invitation.expiresAt, now));
}

/**
 * Revokes the pending invitations that a user sent, and returns how many. A former owner could
 * otherwise use one of them to rejoin with any role. Call with the team locked.
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
    .where(and(own, isPendingInvitation()))
    .returning({ id: invitation.id });
  return ended.length;
}
