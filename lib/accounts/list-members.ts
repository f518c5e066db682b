import { asc, eq, max } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { appUser, membership, userSession } from '@/db/schema/people';
import type { Member } from '@/lib/domain/actor';
import type { Role } from '@/lib/domain/roles';

export interface TeamMember {
  readonly userId: string;
  readonly email: string;
  readonly role: Role;
  readonly joinedAt: Date;
  /** Null for a user who has never signed in. */
  readonly lastSeenAt: Date | null;
}

/** The members of the actor's team, longest-standing first. */
export async function listMembers(db: Db, actor: Member): Promise<TeamMember[]> {
  return db
    .select({
      userId: membership.userId,
      email: appUser.email,
      role: membership.role,
      joinedAt: membership.createdAt,
      lastSeenAt: max(userSession.lastSeenAt),
    })
    .from(membership)
    .innerJoin(appUser, eq(appUser.id, membership.userId))
    .leftJoin(userSession, eq(userSession.userId, membership.userId))
    .where(eq(membership.merchantId, actor.merchantId))
    .groupBy(membership.merchantId, membership.userId, appUser.id)
    .orderBy(asc(membership.createdAt), asc(membership.userId));
}
