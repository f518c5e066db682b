import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { appUser, membership } from '@/db/schema/people';
import type { Member } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import type { Role } from '@/lib/domain/roles';

/** @throws Problem `not_found` for who is not in the actor's team */
export async function findMember(
  tx: Db,
  actor: Member,
  userId: string,
): Promise<{ email: string; role: Role }> {
  const [member] = await tx
    .select({ email: appUser.email, role: membership.role })
    .from(membership)
    .innerJoin(appUser, eq(appUser.id, membership.userId))
    .where(and(eq(membership.merchantId, actor.merchantId), eq(membership.userId, userId)));
  if (!member) throw new Problem('not_found', 'There is nobody with this id in your team.');
  return member;
}
