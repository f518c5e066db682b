import { and, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '@/db/client';
import { merchant } from '@/db/schema/accounts';
import { appUser, invitation } from '@/db/schema/people';
import type { Role } from '@/lib/domain/roles';
import { isOpenInvitation } from './invitation';
import { hashToken } from './token';

/** The part of an invitation that the holder of its link may see. */
export interface InvitationView {
  readonly email: string;
  readonly role: Role;
  readonly merchantName: string;
  readonly invitedBy: string;
  readonly registered: boolean;
}

/** Returns the invitation of a link; undefined when it was used, was revoked or has expired. */
export async function readInvitation(
  db: Db,
  token: string,
  now: Date,
): Promise<InvitationView | undefined> {
  const inviter = alias(appUser, 'inviter');
  const [row] = await db
    .select({
      email: invitation.email,
      role: invitation.role,
      merchantName: merchant.name,
      invitedBy: inviter.email,
      userId: appUser.id,
    })
    .from(invitation)
    .innerJoin(merchant, eq(merchant.id, invitation.merchantId))
    .innerJoin(inviter, eq(inviter.id, invitation.invitedBy))
    .leftJoin(appUser, eq(appUser.email, invitation.email))
    .where(and(eq(invitation.tokenHash, hashToken(token)), isOpenInvitation(now)));
  if (!row) return undefined;
  const { userId, ...view } = row;
  return { ...view, registered: userId !== null };
}
