import { and, asc, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { merchant } from '@/db/schema/accounts';
import { appUser, membership, userSession } from '@/db/schema/people';
import type { Role } from '@/lib/domain/roles';

const SEEN_GRAIN_MS = 5 * 60_000;

/** Who is signed in, and for which merchant; null while no merchant has them. */
export interface SignedIn {
  readonly sessionId: string;
  readonly userId: string;
  readonly email: string;
  readonly merchant: { readonly id: string; readonly name: string; readonly role: Role } | null;
}

/**
 * The person behind a session; undefined when it ended, was revoked, or never was. One query, at
 * every request: what is revoked or demoted is so at once.
 */
export async function readSession(
  db: Db,
  sessionId: string,
  now: Date,
): Promise<SignedIn | undefined> {
  const [row] = await db
    .select({
      userId: userSession.userId,
      email: appUser.email,
      lastSeenAt: userSession.lastSeenAt,
      merchantId: membership.merchantId,
      merchantName: merchant.name,
      role: membership.role,
    })
    .from(userSession)
    .innerJoin(appUser, eq(appUser.id, userSession.userId))
    .leftJoin(membership, eq(membership.userId, userSession.userId))
    .leftJoin(merchant, eq(merchant.id, membership.merchantId))
    .where(
      and(
        eq(userSession.id, sessionId),
        isNull(userSession.revokedAt),
        gt(userSession.expiresAt, now),
      ),
    )
    .orderBy(
      desc(sql`(${membership.merchantId} is not distinct from ${userSession.merchantId})`),
      asc(membership.createdAt),
    )
    .limit(1);
  if (!row) return undefined;
  if (now.getTime() - row.lastSeenAt.getTime() > SEEN_GRAIN_MS) await touch(db, sessionId, now);
  const { userId, email, merchantId, merchantName, role } = row;
  const current =
    merchantId !== null && merchantName !== null && role !== null
      ? { id: merchantId, name: merchantName, role }
      : null;
  return { sessionId, userId, email, merchant: current };
}

async function touch(db: Db, sessionId: string, now: Date): Promise<void> {
  await db
    .update(userSession)
    .set({ lastSeenAt: now })
    .where(and(eq(userSession.id, sessionId), lt(userSession.lastSeenAt, now)));
}
