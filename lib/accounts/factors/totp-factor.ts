import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { recoveryCode, totpFactor } from '@/db/schema/factors';
import { appUser, userSession } from '@/db/schema/people';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Member, requireRecentFactor } from '@/lib/domain/actor';
import { normalizeEmail } from '@/lib/domain/email';
import { Problem } from '@/lib/domain/problems';
import type { Vault } from '@/lib/keys/vault';
import { endAllSessions } from '../end-all-sessions';
import { type CodeDeps, digitsOf, needsCode, spendTotpCode, wrongCode } from './check-code';
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-codes';
import { newTotpSecret, totpUri } from './totp';

export interface OwnFactors {
  /** When the authenticator app was set up; null without one. */
  readonly totpSince: Date | null;
  /** The number of recovery codes that are not used. */
  readonly recoveryCodes: number;
}

/** The user's own second factors. */
export async function listFactors(db: Db, { userId }: Member): Promise<OwnFactors> {
  const [row] = await db
    .select({ at: totpFactor.confirmedAt })
    .from(totpFactor)
    .where(eq(totpFactor.userId, userId));
  return { totpSince: row?.at ?? null, recoveryCodes: await countRecoveryCodes(db, userId) };
}

export interface NewTotp {
  /** The shared secret in base32, in plain text, to be typed into an app. */
  readonly secret: string;
  /** The same as the URI of a QR code. */
  readonly uri: string;
}

/**
 * Begins to set up an authenticator app: {@link confirmTotp} ends it. Beginning again makes a new
 * secret.
 *
 * @throws Problem `forbidden` for a user who has an app; `step_up_required`
 */
export async function startTotp(
  { db, vault }: { readonly db: Db; readonly vault: Vault },
  actor: Member,
  now: Date,
): Promise<NewTotp> {
  requireRecentFactor(actor, now);
  const { userId } = actor;
  const [user] = await db
    .select({ email: appUser.email })
    .from(appUser)
    .where(eq(appUser.id, userId));
  const secret = newTotpSecret();
  const values = { ciphertext: vault.seal(secret, userId), createdAt: now, lastStep: 0 };
  const begun = await db
    .insert(totpFactor)
    .values({ userId, ...values })
    .onConflictDoUpdate({
      target: totpFactor.userId,
      set: values,
      setWhere: isNull(totpFactor.confirmedAt),
    })
    .returning({ userId: totpFactor.userId });
  if (begun.length > 0) return { secret, uri: totpUri(secret, user?.email ?? '') };
  throw new Problem('forbidden', 'You have an authenticator app already. Remove it first.');
}

/**
 * Switches the authenticator app on, after its first code, which counts for this session. From now
 * on, each sign-in needs a code.
 *
 * @returns the recovery codes, in plain text; they cannot be read again
 * @throws Problem `invalid_request` for a wrong code; `rate_limited`; `step_up_required`
 */
export async function confirmTotp(
  { db, vault, throttle }: CodeDeps,
  actor: Member,
  typed: string,
  now: Date,
): Promise<string[]> {
  requireRecentFactor(actor, now);
  const { userId } = actor;
  const counted = await throttle.attemptCode(userId);
  return db.transaction(async (tx) => {
    const digits = digitsOf(typed);
    const fits = await counted(
      async () =>
        digits !== undefined && (await spendTotpCode({ db: tx, vault }, userId, digits, now)),
    );
    if (!fits) throw wrongCode();
    const confirmed = await tx
      .update(totpFactor)
      .set({ confirmedAt: now })
      .where(and(eq(totpFactor.userId, userId), isNull(totpFactor.confirmedAt)))
      .returning({ userId: totpFactor.userId });
    if (confirmed.length === 0) throw wrongCode();
    await tx
      .update(userSession)
      .set({ factor: 'totp', factorAt: now })
      .where(eq(userSession.id, actor.sessionId));
    await recordAuditEntry(tx, actor, 'factor.add', userId, {}, now);
    return replaceRecoveryCodes(tx, userId, now);
  });
}

/**
 * Switches the user's authenticator app off, and removes the recovery codes.
 *
 * @throws Problem `not_found` without an app; `step_up_required`
 */
export async function removeTotp(db: Db, actor: Member, now: Date): Promise<void> {
  requireRecentFactor(actor, now);
  const { userId } = actor;
  await db.transaction(async (tx) => {
    if (!(await deleteFactors(tx, userId))) throw noApp();
    await recordAuditEntry(tx, actor, 'factor.remove', userId, {}, now);
  });
}

export interface RemovedTotp {
  readonly userId: string;
  readonly email: string;
  readonly endedSessions: number;
}

/**
 * Removes the authenticator app and the recovery codes of a user who has lost both, for the
 * operator. Ends all their sessions.
 *
 * @throws Problem `not_found` for an unknown address, and without an app
 */
export async function removeLostTotp(db: Db, typed: string, now: Date): Promise<RemovedTotp> {
  const email = normalizeEmail(typed);
  return db.transaction(async (tx) => {
    const [user] = await tx
      .select({ userId: appUser.id })
      .from(appUser)
      .where(eq(appUser.email, email));
    if (!user) throw new Problem('not_found', 'No user has this e-mail address.');
    const { userId } = user;
    if (!(await deleteFactors(tx, userId))) {
      throw new Problem('not_found', 'This user has no authenticator app.');
    }
    const end = { action: 'factor.remove', by: 'operator' } as const;
    return { userId, email, endedSessions: await endAllSessions(tx, userId, end, now) };
  });
}

/** Deletes the app and its codes, which then count for no session; false without an app. */
async function deleteFactors(tx: Db, userId: string): Promise<boolean> {
  const removed = await tx
    .delete(totpFactor)
    .where(and(eq(totpFactor.userId, userId), isNotNull(totpFactor.confirmedAt)))
    .returning({ userId: totpFactor.userId });
  await tx.delete(recoveryCode).where(eq(recoveryCode.userId, userId));
  const codes = inArray(userSession.factor, ['totp', 'recovery_code']);
  await tx
    .update(userSession)
    .set({ factor: 'password' })
    .where(and(eq(userSession.userId, userId), codes));
  return removed.length > 0;
}

/**
 * Replaces the user's recovery codes.
 *
 * @returns the new codes, in plain text; they cannot be read again
 * @throws Problem `not_found` without an authenticator app; `step_up_required`
 */
export async function renewRecoveryCodes(db: Db, actor: Member, now: Date): Promise<string[]> {
  requireRecentFactor(actor, now);
  return db.transaction(async (tx) => {
    if (!(await needsCode(tx, actor.userId))) throw noApp();
    await recordAuditEntry(tx, actor, 'factor.renew_codes', actor.userId, {}, now);
    return replaceRecoveryCodes(tx, actor.userId, now);
  });
}

function noApp(): Problem {
  return new Problem('not_found', 'You have no authenticator app.');
}
