import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { userSession } from '@/db/schema/people';

/** Signs out: the session's cookie is worth nothing from now on. */
export async function endSession(db: Db, sessionId: string, now: Date): Promise<void> {
  await db
    .update(userSession)
    .set({ revokedAt: now })
    .where(and(eq(userSession.id, sessionId), isNull(userSession.revokedAt)));
}
