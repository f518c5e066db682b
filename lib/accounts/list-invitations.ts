import { and, desc, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { appUser, displayNameOfUser, invitation } from '@/db/schema/people';
import type { Member } from '@/lib/domain/actor';
import type { Role } from '@/lib/domain/roles';
import { isPendingInvitation } from './invitation';

export interface OpenInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  /** Name or e-mail address of the inviting member. */
  readonly invitedBy: string;
  readonly expiresAt: Date;
}

/** Returns the invitations that are not accepted and not revoked, even if expired, newest first. */
export async function listInvitations(db: Db, actor: Member): Promise<OpenInvitation[]> {
  return db
    .select({
      id: invitation.id,
      email: invitation.email,
      role: invitation.role,
      invitedBy: displayNameOfUser,
      expiresAt: invitation.expiresAt,
    })
    .from(invitation)
    .innerJoin(appUser, eq(appUser.id, invitation.invitedBy))
    .where(and(eq(invitation.merchantId, actor.merchantId), isPendingInvitation()))
    .orderBy(desc(invitation.createdAt));
}
