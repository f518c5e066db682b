import { and, eq, gt, isNull, type SQL } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { passwordReset } from '@/db/schema/mail';
import { appUser } from '@/db/schema/people';
import { Problem } from '@/lib/domain/problems';
import { endAllSessions } from './end-all-sessions';
import { hashNewPassword } from './hash-password';
import type { Throttle } from './throttle';
import { hashToken } from './token';
import type { Visitor } from './visitor';

/**
 * Returns the e-mail address of a reset link's user; undefined for a used, expired or wrong link.
 */
export async function findResetEmail(
  db: Db,
  token: string,
  now: Date,
): Promise<string | undefined> {
  const [row] = await db
    .select({ email: appUser.email })
    .from(passwordReset)
    .innerJoin(appUser, eq(appUser.id, passwordReset.userId))
    .where(isOpen(token, now));
  return row?.email;
}

/**
 * Sets the password of a reset link's user, ends their sessions, and invalidates their other links.
 *
 * @throws Problem `not_found` for a used, expired or wrong link, `invalid_request` for a weak
 *  password, `rate_limited`
 */
export async function completeReset(
  { db, throttle }: { readonly db: Db; readonly throttle: Throttle },
  given: { readonly token: string; readonly password: string; readonly visitor: Visitor },
  now: Date,
): Promise<void> {
  const { token, password, visitor } = given;
  const email = await findResetEmail(db, token, now);
  await (email === undefined
    ? throttle.attemptSignUp(visitor)
    : throttle.attemptKnown(hashToken(token)));
  if (email === undefined) throw linkClosed();
  const passwordHash = await hashNewPassword(password, email);
  await db.transaction(async (tx) => {
    const [used] = await tx
      .update(passwordReset)
      .set({ usedAt: now })
      .where(isOpen(token, now))
      .returning({ userId: passwordReset.userId });
    if (!used) throw linkClosed();
    const { userId } = used;
    await tx
      .update(passwordReset)
      .set({ usedAt: now })
      .where(and(eq(passwordReset.userId, userId), isNull(passwordReset.usedAt)));
    await tx.update(appUser).set({ passwordHash }).where(eq(appUser.id, userId));
    await endAllSessions(tx, userId, { action: 'password.reset', by: 'mail', visitor }, now);
  });
}

function isOpen(token: string, now: Date): SQL | undefined {
  return and(
    eq(passwordReset.tokenHash, hashToken(token)),
    isNull(passwordReset.usedAt),
    gt(passwordReset.expiresAt, now),
  );
}

function linkClosed(): Problem {
  return new Problem('not_found', 'This link was used or has expired. Ask for a new one.');
}
