import { and, eq, ne } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { merchant } from '@/db/schema/accounts';
import { membership } from '@/db/schema/people';
import type { Member } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';

/**
 * Changes of one team follow one another: of two owners who demote each other, one stays.
 *
 * @throws Problem `forbidden` when the change before this one was of the actor's own place
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
  throw new Problem('forbidden', 'Your place in this team has just changed. Load the page again.');
}

/** @throws Problem `forbidden` when nobody else is an owner; the team is locked */
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
