import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { appUser, membership } from '@/db/schema/people';
import type { Member } from '@/lib/domain/actor';

/**
 * Returns the member to whom a monthly report goes, who used a factor to choose it; undefined for
 * who is no member any more.
 */
export async function reportReader(
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
