import { and, asc, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { merchant } from '@/db/schema/accounts';
import { appUser, membership, userSession } from '@/db/schema/people';
import type { Member } from '@/lib/domain/actor';
import type { Role } from '@/lib/domain/roles';
import type { Visitor } from './visitor';

const SEEN_GRAIN_MS = 5 * 60_000;

/** The signed-in user and the merchant in view; the merchant is null for a user without a team. */
export interface SignedIn {
  readonly sessionId: string;
  readonly userId: string;
  readonly email: string;
  readonly merchant: { readonly id: string; readonly name: string; readonly role: Role } | null;
}

/**
 * The user of a session; undefined when it has ended, was revoked or never existed. One query at
 * every request, so that a revoked session or a lower role takes effect at once.
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

/** The member actor of a signed-in user; undefined for a user without a team. */
export function memberOf(
  { userId, sessionId, merchant }: SignedIn,
  { ip, requestId }: Pick<Visitor, 'ip' | 'requestId'>,
): Member | undefined {
  if (!merchant) return undefined;
  return {
    kind: 'member',
    userId,
    merchantId: merchant.id,
    role: merchant.role,
    sessionId,
    ip,
    requestId,
  };
}

async function touch(db: Db, sessionId: string, now: Date): Promise<void> {
  await db
    .update(userSession)
    .set({ lastSeenAt: now })
    .where(and(eq(userSession.id, sessionId), lt(userSession.lastSeenAt, now)));
}
