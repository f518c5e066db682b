import { and, eq, isNotNull } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { passkey, totpFactor } from '@/db/schema/factors';
import { appUser } from '@/db/schema/people';
import { normalizeEmail } from '@/lib/domain/email';
import { Problem } from '@/lib/domain/problems';
import { endAllSessions } from '../end-all-sessions';
import { cleanUpAfterLastFactor, lockFactors } from './second-factors';

export interface RemovedFactors {
  readonly userId: string;
  readonly email: string;
  readonly app: boolean;
  readonly passkeys: readonly string[];
  readonly endedSessions: number;
}

/**
 * Removes a user's authenticator app, passkeys and recovery codes, for the operator, and ends all
 * of their sessions.
 *
 * @throws Problem `not_found` for an unknown address, or a user without a second factor
 */
export async function removeLostFactors(db: Db, typed: string, now: Date): Promise<RemovedFactors> {
  const email = normalizeEmail(typed);
  return db.transaction(async (tx) => {
    const [user] = await tx
      .select({ userId: appUser.id })
      .from(appUser)
      .where(eq(appUser.email, email));
    if (!user) throw new Problem('not_found', 'No user has this e-mail address.');
    const { userId } = user;
    await lockFactors(tx, userId);
    const apps = await tx
      .delete(totpFactor)
      .where(and(eq(totpFactor.userId, userId), isNotNull(totpFactor.confirmedAt)))
      .returning({ userId: totpFactor.userId });
    const keys = await tx
      .delete(passkey)
      .where(eq(passkey.userId, userId))
      .returning({ name: passkey.name });
    if (apps.length + keys.length === 0) {
      throw new Problem('not_found', 'This user has no authenticator app and no passkey.');
    }
    await cleanUpAfterLastFactor(tx, userId);
    const end = { action: 'factor.remove', by: 'operator' } as const;
    const endedSessions = await endAllSessions(tx, userId, end, now);
    const passkeys = keys.map(({ name }) => name);
    return { userId, email, app: apps.length > 0, passkeys, endedSessions };
  });
}
