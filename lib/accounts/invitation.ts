import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, type SQL } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { invitation } from '@/db/schema/people';
import type { Member } from '@/lib/domain/actor';

/** What an invitation's link ends in: 256 random bits, so its hash needs no salt. */
export function newInvitationToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps of it. */
export function hashInvitationToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** SQL of the invitations that were neither accepted nor revoked; expired ones too. */
export function isPending(): SQL | undefined {
  return and(isNull(invitation.acceptedAt), isNull(invitation.revokedAt));
}

/** SQL of the invitations that can be accepted. */
export function isOpen(now: Date): SQL | undefined {
  return and(isPending(), gt(invitation.expiresAt, now));
}

/**
 * Revokes the pending invitations of a member who may no longer invite: else they could come back
 * as whom they like. The team is locked.
 *
 * @returns how many there were
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
