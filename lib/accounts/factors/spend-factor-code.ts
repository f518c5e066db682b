import { and, eq, lt } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { totpFactor } from '@/db/schema/factors';
import type { AuthFactor } from '@/lib/domain/auth-factor';
import { invalidField } from '@/lib/domain/problems';
import type { Vault } from '@/lib/keys/vault';
import type { Throttle } from '../throttle';
import { spendRecoveryCode } from './recovery-codes';
import { secondFactorsOf } from './second-factors';
import { totpStep } from './totp';

export interface FactorCodeDeps {
  readonly db: Db;
  readonly vault: Vault;
  readonly throttle: Throttle;
}

/**
 * Checks and uses up a code of the user's authenticator app, or a recovery code.
 *
 * @throws Problem `invalid_request` for a wrong or used code, or an app that was set up under
 *  another SECRET_KEY; `rate_limited`
 */
export async function spendFactorCode(
  { db, vault, throttle }: FactorCodeDeps,
  userId: string,
  typed: string,
  now: Date,
): Promise<AuthFactor> {
  const { app, passkey } = await secondFactorsOf(db, userId);
  const digits = parseTotpDigits(typed);
  if (digits === undefined ? !app && !passkey : !app) throw wrongCodeProblem();
  if (digits === undefined) {
    const counted = await throttle.attemptKnown(`recovery ${userId}`);
    if (await counted(() => spendRecoveryCode(db, userId, typed, now))) return 'recovery_code';
  } else {
    const counted = await throttle.attemptCode(userId);
    if (await counted(() => spendTotpCode({ db, vault }, userId, digits, now))) return 'totp';
  }
  throw wrongCodeProblem();
}

export function wrongCodeProblem(): ReturnType<typeof invalidField> {
  return invalidField('code', 'wrong_code', 'This code is wrong or was used before.');
}

/** Returns the digits of a typed code without spaces; undefined for any other text. */
export function parseTotpDigits(typed: string): string | undefined {
  const digits = typed.replace(/\s/g, '');
  return /^\d{6}$/.test(digits) ? digits : undefined;
}

/**
 * Marks a code's time step as used (RFC 6238 section 5.2). Returns false for a wrong or used code.
 */
export async function spendTotpCode(
  { db, vault }: Pick<FactorCodeDeps, 'db' | 'vault'>,
  userId: string,
  digits: string,
  now: Date,
): Promise<boolean> {
  const [row] = await db.select().from(totpFactor).where(eq(totpFactor.userId, userId));
  const step = row && totpStep(openSecret(vault, row.ciphertext, userId), digits, now);
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

function openSecret(vault: Vault, ciphertext: string, userId: string): string {
  try {
    return vault.open(ciphertext, userId);
  } catch {
    throw invalidField(
      'code',
      'unreadable_app',
      'The SECRET_KEY of this server was replaced, so it cannot check your app. Use a recovery code or a passkey, then remove the app under Settings and set it up again. If you have neither, ask the operator to remove your second factor.',
    );
  }
}
