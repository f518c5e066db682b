import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { appUser, userSession } from '@/db/schema/people';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import type { Member } from '@/lib/domain/actor';
import { invalidField, Problem } from '@/lib/domain/problems';
import { hashNewPassword, matchesPassword } from './hash-password';
import { activeSessionCondition } from './read-session';
import { endOtherSessions } from './revoke-sessions';
import type { Throttle } from './throttle';

/**
 * Maximum age of the sign-in when a user sets a first password. A stolen session is usually older.
 */
const NEW_SIGN_IN_MS = 600_000;

/**
 * Sets a new password and ends the user's other sessions. Users without a password sign in with a
 * provider, and must have done so recently.
 *
 * @throws Problem `invalid_request` for a wrong current password, an old sign-in or a weak new
 *  password; `not_signed_in` if the password was changed or the session ended in the meantime;
 *  `rate_limited`
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
  // Counts the attempts of all the user's sessions together, because each attempt hashes two
  // passwords on a thread that all users share.
  await throttle.attemptKnown(actor.userId);
  if (user.passwordHash === null) await refuseOldSignIn(db, actor, now);
  else if (!(await matchesPassword(given.current, user.passwordHash))) throw wrongPassword();
  const passwordHash = await hashNewPassword(given.next, user.email);
  await db.transaction(async (tx) => {
    await replaceHash(tx, actor, { from: user.passwordHash, to: passwordHash }, now);
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

async function refuseOldSignIn(db: Db, { sessionId }: Member, now: Date): Promise<void> {
  const [session] = await db
    .select({ createdAt: userSession.createdAt })
    .from(userSession)
    .where(eq(userSession.id, sessionId));
  // After a clock correction, `createdAt` may be in the future, hence the absolute value.
  const ageMs = Math.abs(now.getTime() - (session?.createdAt.getTime() ?? 0));
  if (ageMs <= NEW_SIGN_IN_MS) return;
  const message =
    'You have no password yet. Sign out and in again, then set one within ten minutes.';
  throw invalidField('current', 'sign_in_again', message);
}

/** Stores the new hash. Throws if the password was changed or the session ended during hashing. */
async function replaceHash(
  tx: Db,
  { userId, sessionId }: Member,
  { from, to }: { readonly from: string | null; readonly to: string },
  now: Date,
): Promise<void> {
  const unchanged = sql`${appUser.passwordHash} is not distinct from ${from}`;
  const [replaced] = await tx
    .update(appUser)
    .set({ passwordHash: to })
    .where(and(eq(appUser.id, userId), unchanged))
    .returning({ id: appUser.id });
  const [session] = await tx
    .select({ id: userSession.id })
    .from(userSession)
    .where(and(eq(userSession.id, sessionId), activeSessionCondition(now)));
  if (replaced && session) return;
  throw new Problem(
    'not_signed_in',
    'Your password has just been changed elsewhere, or your session has ended. Sign in again.',
  );
}

function wrongPassword(): Problem {
  return invalidField('current', 'wrong_password', 'This is not your current password.');
}
