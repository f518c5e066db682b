import { and, asc, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { isAmong } from '@/db/is-among';
import { merchant } from '@/db/schema/accounts';
import { appUser, membership, userSession } from '@/db/schema/people';
import type { Member } from '@/lib/domain/actor';
import { isSingleFactor } from '@/lib/domain/auth-factor';
import type { Role } from '@/lib/domain/roles';
import type { Visitor } from './visitor';

const SEEN_GRAIN_MS = 5 * 60_000;

/** The signed-in user and the selected merchant, which is null for a user without a team. */
export interface SignedInSession {
  readonly sessionId: string;
  readonly userId: string;
  readonly email: string;
  readonly factorAt: Date;
  /** Whether the merchant requires a second factor, but the session has not used one. */
  readonly lacksFactor: boolean;
  readonly merchant: { readonly id: string; readonly name: string; readonly role: Role } | null;
}

/**
 * Returns the user of a session; undefined when the session has ended, was revoked or never
 * existed. Every request runs this one query, so a revoked session or a lower role takes effect
 * immediately.
 */
export async function readSession(
  db: Db,
  sessionId: string,
  now: Date,
): Promise<SignedInSession | undefined> {
  const [row] = await db
    .select({
      userId: userSession.userId,
      email: appUser.email,
      factor: userSession.factor,
      factorAt: userSession.factorAt,
      requireFactor: merchant.requireFactor,
      lastSeenAt: userSession.lastSeenAt,
      lastSeenHereAt: membership.lastSeenAt,
      merchantId: membership.merchantId,
      merchantName: merchant.name,
      role: membership.role,
    })
    .from(userSession)
    .innerJoin(appUser, eq(appUser.id, userSession.userId))
    .leftJoin(membership, eq(membership.userId, userSession.userId))
    .leftJoin(merchant, eq(merchant.id, membership.merchantId))
    .where(and(eq(userSession.id, sessionId), activeSessionCondition(now)))
    .orderBy(...FIRST_IN_VIEW)
    .limit(1);
  if (!row) return undefined;
  await touch(db, [{ ...row, sessionId }], now);
  const { userId, email, factor, factorAt, merchantId, merchantName, role } = row;
  const lacksFactor = row.requireFactor === true && isSingleFactor(factor);
  const current =
    merchantId !== null && merchantName !== null && role !== null
      ? { id: merchantId, name: merchantName, role }
      : null;
  return { sessionId, userId, email, factorAt, lacksFactor, merchant: current };
}

/**
 * Returns the member actor of a signed-in user; undefined for a user without a team, or without the
 * second factor that the team requires.
 */
export function memberFromSignIn(
  signedIn: SignedInSession,
  visitor: Pick<Visitor, 'ip' | 'requestId'>,
): Member | undefined {
  return signedIn.lacksFactor ? undefined : memberIgnoringFactor(signedIn, visitor);
}

/**
 * Like {@link memberFromSignIn}, but also for a user who still lacks a required second factor. Only for
 * pages and actions that set up or use a second factor.
 */
export function memberIgnoringFactor(
  { userId, sessionId, factorAt, merchant }: SignedInSession,
  { ip, requestId }: Pick<Visitor, 'ip' | 'requestId'>,
): Member | undefined {
  if (!merchant) return undefined;
  return {
    kind: 'member',
    userId,
    merchantId: merchant.id,
    role: merchant.role,
    sessionId,
    factorAt,
    ip,
    requestId,
  };
}

/**
 * Returns the selected merchant and the user's role there for each of these sessions, except
 * sessions that have ended, that lack a second factor, or whose user has no team.
 */
export async function readSessionRoles(
  db: Db,
  sessionIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, { readonly merchantId: string; readonly role: Role }>> {
  const rows = await db
    .selectDistinctOn([userSession.id], {
      sessionId: userSession.id,
      userId: userSession.userId,
      lastSeenAt: userSession.lastSeenAt,
      lastSeenHereAt: membership.lastSeenAt,
      merchantId: membership.merchantId,
      role: membership.role,
      factor: userSession.factor,
      requireFactor: merchant.requireFactor,
    })
    .from(userSession)
    .innerJoin(membership, eq(membership.userId, userSession.userId))
    .innerJoin(merchant, eq(merchant.id, membership.merchantId))
    .where(and(inArray(userSession.id, [...sessionIds]), activeSessionCondition(now)))
    .orderBy(userSession.id, ...FIRST_IN_VIEW);
  await touch(db, rows, now);
  const able = rows.filter(
    ({ factor, requireFactor }) => !requireFactor || !isSingleFactor(factor),
  );
  return new Map(able.map(({ sessionId, merchantId, role }) => [sessionId, { merchantId, role }]));
}

export function activeSessionCondition(now: Date) {
  return and(isNull(userSession.revokedAt), gt(userSession.expiresAt, now));
}

/** The session's selected merchant comes first, then the oldest membership. */
const FIRST_IN_VIEW = [
  desc(sql`(${membership.merchantId} is not distinct from ${userSession.merchantId})`),
  asc(membership.createdAt),
];

interface ActiveSession {
  readonly sessionId: string;
  readonly lastSeenAt: Date;
  readonly userId: string;
  readonly merchantId: string | null;
  readonly lastSeenHereAt: Date | null;
}

async function touch(db: Db, seen: readonly ActiveSession[], now: Date): Promise<void> {
  const before = new Date(now.getTime() - SEEN_GRAIN_MS);
  const sessions = seen.filter(({ lastSeenAt }) => lastSeenAt < before);
  const members = seen.filter(
    ({ merchantId, lastSeenHereAt: at }) => merchantId !== null && (at === null || at < before),
  );
  if (sessions.length > 0) {
    const ids = sessions.map(({ sessionId }) => sessionId);
    await db
      .update(userSession)
      .set({ lastSeenAt: now })
      .where(and(isAmong(userSession.id, ids), lt(userSession.lastSeenAt, before)));
  }
  if (members.length > 0) {
    const merchantIds = members.map(({ merchantId }) => merchantId);
    const userIds = members.map(({ userId }) => userId);
    await db
      .update(membership)
      .set({ lastSeenAt: now })
      .where(
        and(
          sql`(${membership.merchantId}, ${membership.userId}) in (
            select * from unnest(${sql.param(merchantIds)}::text[], ${sql.param(userIds)}::text[]))`,
          or(isNull(membership.lastSeenAt), lt(membership.lastSeenAt, before)),
        ),
      );
  }
}
