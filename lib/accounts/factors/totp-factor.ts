import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { totpFactor } from '@/db/schema/factors';
import { appUser } from '@/db/schema/people';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Member, requireRecentFactor } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import type { Vault } from '@/lib/keys/vault';
import { listPasskeys, type OwnPasskey } from '../passkeys/own-passkeys';
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-codes';
import {
  cleanUpAfterLastFactor,
  lockFactors,
  needsSecondFactor,
  recordNewFactor,
  secondFactorsOf,
} from './second-factors';
import {
  type FactorCodeDeps,
  parseTotpDigits,
  spendTotpCode,
  wrongCodeProblem,
} from './spend-factor-code';
import { newTotpSecret, totpUri } from './totp';

export interface OwnFactors {
  /** When the authenticator app was set up; null without one. */
  readonly totpSince: Date | null;
  readonly passkeys: readonly OwnPasskey[];
  readonly recoveryCodes: number;
}

export async function listFactors(db: Db, { userId }: Member): Promise<OwnFactors> {
  const [row] = await db
    .select({ at: totpFactor.confirmedAt })
    .from(totpFactor)
    .where(eq(totpFactor.userId, userId));
  return {
    totpSince: row?.at ?? null,
    passkeys: await listPasskeys(db, userId),
    recoveryCodes: await countRecoveryCodes(db, userId),
  };
}

export interface NewTotp {
  /** The shared secret in base32, in plain text, to be typed into an app. */
  readonly secret: string;
  readonly uri: string;
}

/**
 * Creates a secret for an authenticator app, and discards an earlier unconfirmed one. The setup
 * ends with {@link confirmTotp}.
 *
 * @throws Problem `forbidden` for a user who already has an app; `step_up_required`
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
 * Activates the authenticator app after checking its first code, which counts as this session's
 * factor. From now on, each sign-in needs a second factor.
 *
 * @returns new recovery codes in plain text if this is the user's first factor; they cannot be read
 *   again
 * @throws Problem `invalid_request` for a wrong code; `rate_limited`; `step_up_required`
 */
export async function confirmTotp(
  { db, vault, throttle }: FactorCodeDeps,
  actor: Member,
  typed: string,
  now: Date,
): Promise<string[]> {
  requireRecentFactor(actor, now);
  const { userId } = actor;
  const counted = await throttle.attemptCode(userId);
  return db.transaction(async (tx) => {
    await lockFactors(tx, userId);
    const before = await secondFactorsOf(tx, userId);
    const digits = parseTotpDigits(typed);
    const fits = await counted(
      async () =>
        digits !== undefined && (await spendTotpCode({ db: tx, vault }, userId, digits, now)),
    );
    if (!fits) throw wrongCodeProblem();
    const confirmed = await tx
      .update(totpFactor)
      .set({ confirmedAt: now })
      .where(and(eq(totpFactor.userId, userId), isNull(totpFactor.confirmedAt)))
      .returning({ userId: totpFactor.userId });
    if (confirmed.length === 0) throw wrongCodeProblem();
    await recordAuditEntry(tx, actor, 'factor.add', userId, {}, now);
    return recordNewFactor(tx, actor, 'totp', before, now);
  });
}

/**
 * Removes the user's authenticator app. If the user has no passkey, also removes the recovery
 * codes.
 *
 * @throws Problem `not_found` without an app; `step_up_required`
 */
export async function removeTotp(db: Db, actor: Member, now: Date): Promise<void> {
  requireRecentFactor(actor, now);
  const { userId } = actor;
  await db.transaction(async (tx) => {
    await lockFactors(tx, userId);
    const removed = await tx
      .delete(totpFactor)
      .where(and(eq(totpFactor.userId, userId), isNotNull(totpFactor.confirmedAt)))
      .returning({ userId: totpFactor.userId });
    if (removed.length === 0) throw new Problem('not_found', 'You have no authenticator app.');
    await cleanUpAfterLastFactor(tx, userId);
    await recordAuditEntry(tx, actor, 'factor.remove', userId, {}, now);
  });
}

/**
 * Replaces and returns the user's recovery codes, in plain text; they cannot be read again.
 *
 * @throws Problem `not_found` without a second factor; `step_up_required`
 */
export async function renewRecoveryCodes(db: Db, actor: Member, now: Date): Promise<string[]> {
  requireRecentFactor(actor, now);
  return db.transaction(async (tx) => {
    await lockFactors(tx, actor.userId);
    if (!(await needsSecondFactor(tx, actor.userId))) {
      throw new Problem('not_found', 'You have no authenticator app and no passkey.');
    }
    await recordAuditEntry(tx, actor, 'factor.renew_codes', actor.userId, {}, now);
    return replaceRecoveryCodes(tx, actor.userId, now);
  });
}
