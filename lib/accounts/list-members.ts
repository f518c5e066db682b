import { asc, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { appUser, membership } from '@/db/schema/people';
import type { Member } from '@/lib/domain/actor';
import type { Role } from '@/lib/domain/roles';

export interface TeamMember {
  readonly userId: string;
  readonly name: string | null;
  readonly email: string;
  readonly role: Role;
  readonly joinedAt: Date;
  /** The member's last activity at this merchant; null for a member who has never opened it. */
  readonly lastSeenAt: Date | null;
}

/** Returns the members of the actor's team, longest-standing first. */
export async function listMembers(db: Db, actor: Member): Promise<TeamMember[]> {
  return db
    .select({
      userId: membership.userId,
      name: appUser.name,
      email: appUser.email,
      role: membership.role,
      joinedAt: membership.createdAt,
      lastSeenAt: membership.lastSeenAt,
    })
    .from(membership)
    .innerJoin(appUser, eq(appUser.id, membership.userId))
    .where(eq(membership.merchantId, actor.merchantId))
    .orderBy(asc(membership.createdAt), asc(membership.userId));
}
