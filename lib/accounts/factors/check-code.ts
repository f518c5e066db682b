import { and, eq, isNotNull, lt } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { totpFactor } from '@/db/schema/factors';
import type { Factor } from '@/lib/domain/factor';
import { invalidField } from '@/lib/domain/problems';
import type { Vault } from '@/lib/keys/vault';
import type { Throttle } from '../throttle';
import { spendRecoveryCode } from './recovery-codes';
import { totpStep } from './totp';

export interface CodeDeps {
  readonly db: Db;
  readonly vault: Vault;
  readonly throttle: Throttle;
}

/** Whether a sign-in of the user needs a code. */
export async function needsCode(db: Db, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ userId: totpFactor.userId })
    .from(totpFactor)
    .where(and(eq(totpFactor.userId, userId), isNotNull(totpFactor.confirmedAt)));
  return row !== undefined;
}

/**
 * Checks and uses up a code of the user's authenticator app, or a recovery code.
 *
 * @throws Problem `invalid_request` for a wrong code, or one that was used before; `rate_limited`
 */
export async function checkCode(
  { db, vault, throttle }: CodeDeps,
  userId: string,
  typed: string,
  now: Date,
): Promise<Factor> {
  if (!(await needsCode(db, userId))) throw wrongCode();
  const digits = digitsOf(typed);
  if (digits === undefined) {
    const counted = await throttle.attemptKnown(`recovery ${userId}`);
    if (await counted(() => spendRecoveryCode(db, userId, typed, now))) return 'recovery_code';
  } else {
    const counted = await throttle.attemptCode(userId);
    if (await counted(() => spendTotpCode({ db, vault }, userId, digits, now))) return 'totp';
  }
  throw wrongCode();
}

export function wrongCode(): ReturnType<typeof invalidField> {
  return invalidField('code', 'wrong_code', 'This code is wrong or was used before.');
}

/** The digits of a code, which people type in groups; undefined for anything else. */
export function digitsOf(typed: string): string | undefined {
  const digits = typed.replace(/\s/g, '');
  return /^\d{6}$/.test(digits) ? digits : undefined;
}

/** Uses up the time step of a code (RFC 6238 section 5.2); false for a wrong or used one. */
export async function spendTotpCode(
  { db, vault }: Pick<CodeDeps, 'db' | 'vault'>,
  userId: string,
  digits: string,
  now: Date,
): Promise<boolean> {
  const [row] = await db.select().from(totpFactor).where(eq(totpFactor.userId, userId));
  const step = row && totpStep(vault.open(row.ciphertext, userId), digits, now);
  if (!row || step === undefined) return false;
  const used = await db
    .update(totpFactor)
    .set({ lastStep: step })
    .where(
      and(
        eq(totpFactor.userId, userId),
        eq(totpFactor.ciphertext, row.ciphertext),
        lt(totpFactor.lastStep, step),
      ),
    )
    .returning({ userId: totpFactor.userId });
  return used.length > 0;
}
