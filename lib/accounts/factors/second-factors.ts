import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { passkey, recoveryCode, totpFactor } from '@/db/schema/factors';
import { appUser, userSession } from '@/db/schema/people';
import { replaceRecoveryCodes } from './recovery-codes';

/** The kinds of second factor that a user has. Recovery codes do not count as a factor. */
export interface SecondFactors {
  readonly app: boolean;
  readonly passkey: boolean;
}

export async function secondFactorsOf(db: Db, userId: string): Promise<SecondFactors> {
  const apps = await db.$count(
    totpFactor,
    and(eq(totpFactor.userId, userId), isNotNull(totpFactor.confirmedAt)),
  );
  const passkeys = await db.$count(passkey, eq(passkey.userId, userId));
  return { app: apps > 0, passkey: passkeys > 0 };
}

/** Whether the user needs a second factor to sign in, after a password or a provider. */
export async function needsSecondFactor(db: Db, userId: string): Promise<boolean> {
  const { app, passkey } = await secondFactorsOf(db, userId);
  return app || passkey;
}

/** Serializes changes of a user's factors. Otherwise, two could both count as the first factor. */
export async function lockFactors(tx: Db, userId: string): Promise<void> {
  await tx.select({ id: appUser.id }).from(appUser).where(eq(appUser.id, userId)).for('update');
}

/**
 * Records in the session that the user has just used the new factor. `before` has the user's other
 * factors. If there are none, returns new recovery codes in plain text. Call with the factors
 * locked.
 */
export async function recordNewFactor(
  tx: Db,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
  factor: 'totp' | 'passkey',
  before: SecondFactors,
  now: Date,
): Promise<string[]> {
  await tx.update(userSession).set({ factor, factorAt: now }).where(eq(userSession.id, sessionId));
  return before.app || before.passkey ? [] : replaceRecoveryCodes(tx, userId, now);
}

/**
 * If the user has no second factor left, deletes the recovery codes. Sessions that used a second
 * factor then count as signed in with a password. Call with the factors locked.
 */
export async function cleanUpAfterLastFactor(tx: Db, userId: string): Promise<void> {
  if (await needsSecondFactor(tx, userId)) return;
  await tx.delete(recoveryCode).where(eq(recoveryCode.userId, userId));
  const used = inArray(userSession.factor, ['totp', 'recovery_code', 'passkey']);
  await tx
    .update(userSession)
    .set({ factor: 'password' })
    .where(and(eq(userSession.userId, userId), used));
}
