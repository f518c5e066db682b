import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { appUser, userSession } from '@/db/schema/people';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import type { Member } from '@/lib/domain/actor';
import type { AuthFactor } from '@/lib/domain/auth-factor';
import { invalidField } from '@/lib/domain/problems';
import { matchesPassword } from '../hash-password';
import type { PasskeyCeremony } from '../passkeys/challenge';
import { checkPasskey, type PasskeyDeps } from '../passkeys/check-passkey';
import type { AssertionResponse } from '../passkeys/responses';
import type { Visitor } from '../visitor';
import { needsSecondFactor, type SecondFactors, secondFactorsOf } from './second-factors';
import { type FactorCodeDeps, spendFactorCode } from './spend-factor-code';

/** How a user proves their identity again. `provider` means a new sign-in with the provider. */
export type Proof = 'password' | 'code' | 'provider';

export interface ProofOptions extends SecondFactors {
  /** The accepted proof, which is a code if the user has a second factor. */
  readonly proof: Proof;
}

/** Returns which proof the user's sessions accept. A passkey may replace a code. */
export async function proofsOf(db: Db, userId: string): Promise<ProofOptions> {
  const factors = await secondFactorsOf(db, userId);
  if (factors.app || factors.passkey) return { ...factors, proof: 'code' };
  const hasPassword = (await passwordHashOf(db, userId)) !== null;
  return { ...factors, proof: hasPassword ? 'password' : 'provider' };
}

/**
 * Checks a password or code that the user typed again, before an action that requires a recent
 * factor.
 *
 * @param typed the password, or a code if the user has a second factor
 * @throws Problem `invalid_request` for a wrong password or code; `rate_limited`; `server_busy`
 */
export async function confirmIdentity(
  deps: FactorCodeDeps,
  actor: Member,
  typed: string,
  now: Date,
): Promise<void> {
  const factor = await checkedFactor(deps, actor.userId, typed, now);
  await rememberFactor(deps.db, actor, factor, now);
}

/**
 * Like {@link confirmIdentity}, with a passkey of the user.
 *
 * @throws Problem `invalid_request` for a wrong passkey; `rate_limited`
 */
export async function confirmWithPasskey(
  deps: PasskeyDeps,
  actor: Member,
  response: AssertionResponse,
  visitor: Visitor,
  now: Date,
): Promise<void> {
  await checkPasskey(deps, confirmationCeremony(actor), response, visitor, now);
  await rememberFactor(deps.db, actor, 'passkey', now);
}

/** Returns what a challenge of {@link confirmWithPasskey} is bound to. */
export function confirmationCeremony({ sessionId, userId }: Member): PasskeyCeremony {
  return { purpose: 'confirm', browser: sessionId, userId };
}

async function rememberFactor(db: Db, actor: Member, factor: AuthFactor, now: Date): Promise<void> {
  const { sessionId } = actor;
  await db.transaction(async (tx) => {
    await tx
      .update(userSession)
      .set({ factor, factorAt: now })
      .where(eq(userSession.id, sessionId));
    await recordAuditEntry(tx, actor, 'session.confirm', sessionId, { factor }, now);
  });
}

async function checkedFactor(
  deps: FactorCodeDeps,
  userId: string,
  typed: string,
  now: Date,
): Promise<AuthFactor> {
  const { db, throttle } = deps;
  if (await needsSecondFactor(db, userId)) return spendFactorCode(deps, userId, typed, now);
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
