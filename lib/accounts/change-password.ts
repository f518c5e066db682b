import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { appUser } from '@/db/schema/people';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import type { Member } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { hashNewPassword, passwordFits } from './hash-password';
import { endOtherSessions } from './revoke-sessions';
import type { Throttle } from './throttle';

/**
 * Sets a new password and ends the user's other sessions. Users without a password, who sign in
 * with a provider, need no current one.
 *
 * @throws Problem `invalid_request` when the current password is wrong or the new one weak,
 *   `rate_limited` after too many attempts
 */
export async function changePassword(
  { db, throttle }: { readonly db: Db; readonly throttle: Throttle },
  actor: Member,
  given: { readonly current: string; readonly next: string },
  now: Date,
): Promise<void> {
  const [user] = await db
    .select({ email: appUser.email, passwordHash: appUser.passwordHash })
    .from(appUser)
    .where(eq(appUser.id, actor.userId));
  if (!user) throw new Problem('not_signed_in', 'Sign in, then try again.');
  if (user.passwordHash !== null) {
    const { passwordHash } = user;
    const counted = await throttle.attemptKnown(actor.sessionId);
    if (!(await counted(() => passwordFits(given.current, passwordHash)))) throw wrongPassword();
  }
  const passwordHash = await hashNewPassword(given.next, user.email);
  await db.transaction(async (tx) => {
    await tx.update(appUser).set({ passwordHash }).where(eq(appUser.id, actor.userId));
    const sessions = await endOtherSessions(tx, actor, now);
    await recordAuditEntry(
      tx,
      actor,
      'password.change',
      actor.userId,
      { ended_sessions: sessions },
      now,
    );
  });
}

function wrongPassword(): Problem {
  const message = 'This is not your current password.';
  return new Problem('invalid_request', message, {
    errors: [{ pointer: 'current', code: 'wrong_password', message }],
  });
}
