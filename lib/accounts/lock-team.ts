import { and, eq, ne } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { merchant } from '@/db/schema/accounts';
import { appUser, membership } from '@/db/schema/people';
import type { Member } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import type { Role } from '@/lib/domain/roles';

/**
 * Serializes changes of a team, so that two owners who demote each other cannot both succeed.
 *
 * @throws Problem `forbidden` when the actor's own role has just changed
 */
export async function lockTeam(tx: Db, actor: Member): Promise<void> {
  await tx
    .select({ id: merchant.id })
    .from(merchant)
    .where(eq(merchant.id, actor.merchantId))
    .for('no key update');
  const [own] = await tx
    .select({ role: membership.role })
    .from(membership)
    .where(and(eq(membership.merchantId, actor.merchantId), eq(membership.userId, actor.userId)));
  if (own?.role === actor.role) return;
  throw new Problem('forbidden', 'Your role in this team has just changed. Reload the page.');
}

/** Call with the team locked. @throws Problem `forbidden` if the user is the only owner */
export async function requireAnotherOwner(tx: Db, actor: Member, userId: string): Promise<void> {
  const [other] = await tx
    .select({ userId: membership.userId })
    .from(membership)
    .where(
      and(
        eq(membership.merchantId, actor.merchantId),
        eq(membership.role, 'owner'),
        ne(membership.userId, userId),
      ),
    )
    .limit(1);
  if (other) return;
  throw new Problem(
    'forbidden',
    'A team needs an owner, and this is the last one. Make someone else an owner first.',
  );
}

/** Returns a member of the actor's team. @throws Problem `not_found` for a user outside the team */
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
  if (!member) throw new Problem('not_found', 'Your team has no member with this id.');
  return member;
}
