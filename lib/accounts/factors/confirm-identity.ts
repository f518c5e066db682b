import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { appUser, userSession } from '@/db/schema/people';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import type { Member } from '@/lib/domain/actor';
import type { Factor } from '@/lib/domain/factor';
import { invalidField } from '@/lib/domain/problems';
import { matchesPassword } from '../hash-password';
import { type CodeDeps, checkCode, needsCode } from './check-code';

/** What a user proves their identity with: `provider` is a new sign-in. */
export type Proof = 'password' | 'code' | 'provider';

/** The proof that the user's session accepts: a code where there is an authenticator app. */
export async function proofOf(db: Db, userId: string): Promise<Proof> {
  if (await needsCode(db, userId)) return 'code';
  return (await passwordHashOf(db, userId)) === null ? 'provider' : 'password';
}

/**
 * Proves that the session is still in the hands of its user, for what asks for a recent factor.
 *
 * @param typed the password, or the code where there is an authenticator app
 * @throws Problem `invalid_request` for a wrong one; `rate_limited`; `server_busy`
 */
export async function confirmIdentity(
  deps: CodeDeps,
  actor: Member,
  typed: string,
  now: Date,
): Promise<void> {
  const { userId, sessionId } = actor;
  const factor = await checkedFactor(deps, userId, typed, now);
  await deps.db.transaction(async (tx) => {
    await tx
      .update(userSession)
      .set({ factor, factorAt: now })
      .where(eq(userSession.id, sessionId));
    await recordAuditEntry(tx, actor, 'session.confirm', sessionId, { factor }, now);
  });
}

async function checkedFactor(
  deps: CodeDeps,
  userId: string,
  typed: string,
  now: Date,
): Promise<Factor> {
  const { db, throttle } = deps;
  if (await needsCode(db, userId)) return checkCode(deps, userId, typed, now);
  const hash = await passwordHashOf(db, userId);
  const counted = await throttle.attemptKnown(`confirm ${userId}`);
  if (await counted(() => matchesPassword(typed, hash))) return 'password';
  throw invalidField('code', 'wrong_password', 'This is not your password.');
}

async function passwordHashOf(db: Db, userId: string): Promise<string | null> {
  const [user] = await db
    .select({ passwordHash: appUser.passwordHash })
    .from(appUser)
    .where(eq(appUser.id, userId));
  return user?.passwordHash ?? null;
}
