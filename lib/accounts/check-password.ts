import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { appUser } from '@/db/schema/people';
import { normalizeEmail } from '@/lib/domain/email';
import { Problem } from '@/lib/domain/problems';
import { matchesPassword } from './hash-password';
import { findDevice } from './known-device';
import type { Throttle } from './throttle';
import { hashToken } from './token';
import type { Visitor } from './visitor';

export interface PasswordVerifiedUser {
  readonly userId: string;
  /** SHA-256 of the password's stored hash, to detect a later change of the password. */
  readonly passwordMark: string;
}

interface Deps {
  readonly db: Db;
  readonly throttle: Throttle;
}

/**
 * Finds the user with this e-mail address and password. An unknown address gets the same response
 * as a wrong password, after the same time. On a known device, failures from other devices do not
 * count.
 *
 * @throws Problem `not_signed_in`, `rate_limited`, `server_busy`
 */
export async function checkPassword(
  { db, throttle }: Deps,
  given: { readonly email: string; readonly password: string },
  visitor: Visitor,
): Promise<PasswordVerifiedUser> {
  const email = normalizeEmail(given.email);
  const device = await findDevice(db, email, visitor.device);
  const counted = await (device === undefined
    ? throttle.attemptSignIn(email, visitor)
    : throttle.attemptKnown(device));
  const [user] = await db
    .select({ id: appUser.id, passwordHash: appUser.passwordHash })
    .from(appUser)
    .where(eq(appUser.email, email));
  const fits = await counted(() => matchesPassword(given.password, user?.passwordHash ?? null));
  if (!user?.passwordHash || !fits) {
    throw new Problem('not_signed_in', 'The e-mail address and the password do not match.');
  }
  return { userId: user.id, passwordMark: hashToken(user.passwordHash) };
}
