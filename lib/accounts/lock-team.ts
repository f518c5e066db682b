import { and, eq, ne } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { merchant } from '@/db/schema/accounts';
import { membership } from '@/db/schema/people';
import { Problem } from '@/lib/domain/problems';
import type { Actor } from './acting';

/** Changes of one team follow one another: of two owners who demote each other, one stays. */
export async function lockTeam(tx: Db, actor: Actor): Promise<void> {
  await tx
    .select({ id: merchant.id })
    .from(merchant)
    .where(eq(merchant.id, actor.merchantId))
    .for('no key update');
}

/** @throws Problem `forbidden` when nobody else is an owner; the team is locked */
export async function requireAnotherOwner(tx: Db, actor: Actor, userId: string): Promise<void> {
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
