import { and, desc, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { appUser, invitation, shownUser } from '@/db/schema/people';
import type { Member } from '@/lib/domain/actor';
import type { Role } from '@/lib/domain/roles';
import { isPending } from './invitation';

export interface OpenInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  /** Name or e-mail address of the inviting member. */
  readonly invitedBy: string;
  readonly expiresAt: Date;
}

/** Returns the invitations neither accepted nor revoked, even if expired, newest first. */
export async function listInvitations(db: Db, actor: Member): Promise<OpenInvitation[]> {
  return db
    .select({
      id: invitation.id,
      email: invitation.email,
      role: invitation.role,
      invitedBy: shownUser,
      expiresAt: invitation.expiresAt,
    })
    .from(invitation)
    .innerJoin(appUser, eq(appUser.id, invitation.invitedBy))
    .where(and(eq(invitation.merchantId, actor.merchantId), isPending()))
    .orderBy(desc(invitation.createdAt));
}
