import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { membership, userSession } from '@/db/schema/people';
import type { Member } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { notifySessionEnd } from '@/lib/server/changes/notify-dashboards';

/**
 * Switches a session to another merchant. Neither merchant changes, so no audit entry is written.
 *
 * @throws Problem `not_found` unless the user is a member of the merchant
 */
export async function switchMerchant(
  db: Db,
  { userId, sessionId }: Pick<Member, 'userId' | 'sessionId'>,
  merchantId: string,
): Promise<void> {
  const [member] = await db
    .select({ userId: membership.userId })
    .from(membership)
    .where(and(eq(membership.merchantId, merchantId), eq(membership.userId, userId)));
  if (!member) throw new Problem('not_found', 'You are not a member of a merchant with this id.');
  await db
    .update(userSession)
    .set({ merchantId })
    .where(and(eq(userSession.id, sessionId), eq(userSession.userId, userId)));
  await notifySessionEnd(db, sessionId);
}
