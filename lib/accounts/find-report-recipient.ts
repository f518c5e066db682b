import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { appUser, membership } from '@/db/schema/people';
import type { Member } from '@/lib/domain/actor';

/**
 * Returns the member who receives a monthly report by mail; undefined for a former member. The
 * member counts as having just used a factor, because choosing the report required a factor.
 */
export async function findReportRecipient(
  db: Db,
  merchantId: string,
  email: string,
  now: Date,
): Promise<Member | undefined> {
  const [row] = await db
    .select({ userId: membership.userId, role: membership.role })
    .from(membership)
    .innerJoin(appUser, eq(appUser.id, membership.userId))
    .where(and(eq(membership.merchantId, merchantId), eq(appUser.email, email)));
  return row && { kind: 'member', merchantId, sessionId: '', factorAt: now, ...row };
}
