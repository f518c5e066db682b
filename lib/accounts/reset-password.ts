import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { appUser } from '@/db/schema/people';
import { normalizeEmail } from '@/lib/domain/email';
import { randomBase62 } from '@/lib/domain/ids';
import { Problem } from '@/lib/domain/problems';
import { endAllSessions } from './end-all-sessions';
import { hashPassword } from './hash-password';

/** Twenty characters give about 119 bits, and are few enough to type once. */
const PASSWORD_LENGTH = 20;

export interface PasswordResetResult {
  readonly userId: string;
  readonly email: string;
  /** The new password in plain text; it cannot be read again. */
  readonly password: string;
  readonly endedSessions: number;
}

/**
 * Sets a new, random password for a user, for the operator. Ends all of the user's sessions,
 * forgets their devices, and records an audit entry in each of their teams.
 *
 * @throws Problem `not_found` for an unknown address
 */
export async function resetPassword(
  db: Db,
  email: string,
  now: Date,
): Promise<PasswordResetResult> {
  const address = normalizeEmail(email);
  const password = randomBase62(PASSWORD_LENGTH);
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: appUser.id })
      .from(appUser)
      .where(eq(appUser.email, address));
    if (!user) throw new Problem('not_found', 'No user has this e-mail address.');
    const { id: userId } = user;
    const reset = { action: 'password.reset', by: 'operator' } as const;
    await tx.update(appUser).set({ passwordHash }).where(eq(appUser.id, userId));
    const endedSessions = await endAllSessions(tx, userId, reset, now);
    return { userId, email: address, password, endedSessions };
  });
}
