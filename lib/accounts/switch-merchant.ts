import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { membership, userSession } from '@/db/schema/people';
import type { Member } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';

type Person = Pick<Member, 'userId' | 'sessionId'>;

/**
 * Turns a session to another merchant. Nothing of either changes, so no log tells of it.
 *
 * @throws Problem `not_found` for a merchant that does not have this person
 */
export async function switchMerchant(
  db: Db,
  { userId, sessionId }: Person,
  merchantId: string,
): Promise<void> {
  const [member] = await db
    .select({ userId: membership.userId })
    .from(membership)
    .where(and(eq(membership.merchantId, merchantId), eq(membership.userId, userId)));
  if (!member) throw new Problem('not_found', 'There is no such account of yours.');
  await db
    .update(userSession)
    .set({ merchantId })
    .where(and(eq(userSession.id, sessionId), eq(userSession.userId, userId)));
}
