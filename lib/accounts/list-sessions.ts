import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { userSession } from '@/db/schema/people';
import type { Member } from '@/lib/domain/actor';
import type { AuthFactor } from '@/lib/domain/auth-factor';

export interface OwnSession {
  readonly id: string;
  readonly current: boolean;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly factor: AuthFactor;
}

/** Returns the user's active sessions, latest sign-in first. */
export async function listSessions(
  db: Db,
  { userId, sessionId }: Pick<Member, 'userId' | 'sessionId'>,
  now: Date,
): Promise<OwnSession[]> {
  const rows = await db
    .select({
      id: userSession.id,
      createdAt: userSession.createdAt,
      lastSeenAt: userSession.lastSeenAt,
      ip: userSession.ip,
      userAgent: userSession.userAgent,
      factor: userSession.factor,
    })
    .from(userSession)
    .where(
      and(
        eq(userSession.userId, userId),
        isNull(userSession.revokedAt),
        gt(userSession.expiresAt, now),
      ),
    )
    .orderBy(desc(userSession.createdAt), desc(userSession.id));
  return rows.map((row) => ({ ...row, current: row.id === sessionId }));
}
