import { and, eq, gt, isNull, lte } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { passkeyChallenge } from '@/db/schema/factors';
import { Problem } from '@/lib/domain/problems';
import { hashToken } from '../token';

/** The user needs this time to find and unlock the device. */
export const CHALLENGE_SECONDS = 300;

/** What a challenge is bound to. */
export interface PasskeyCeremony {
  readonly purpose: 'register' | 'sign_in' | 'second_factor' | 'confirm';
  /** The session's id, or the hash of a cookie that identifies the browser. */
  readonly browser: string;
  /** The user to whom the passkey must belong; null for any user. */
  readonly userId: string | null;
}

/** Stores a challenge for five minutes, bound to a ceremony. Deletes expired challenges. */
export async function storeChallenge(
  db: Db,
  ceremony: PasskeyCeremony,
  challenge: string,
  now: Date,
): Promise<void> {
  await db.delete(passkeyChallenge).where(lte(passkeyChallenge.expiresAt, now));
  const expiresAt = new Date(now.getTime() + CHALLENGE_SECONDS * 1000);
  await db.insert(passkeyChallenge).values({ hash: hashToken(challenge), ...ceremony, expiresAt });
}

/**
 * Deletes and returns the challenge in a response's `clientData` (base64url). Call this before the
 * signature is checked. Otherwise several responses to one challenge could pass.
 *
 * @throws Problem `invalid_request` for a challenge that was used, has expired, or is of another
 *  browser or purpose
 */
export async function consumeChallenge(
  db: Db,
  { purpose, browser, userId }: PasskeyCeremony,
  clientData: string,
  now: Date,
): Promise<string> {
  const challenge = challengeIn(clientData);
  const spent = await db
    .delete(passkeyChallenge)
    .where(
      and(
        eq(passkeyChallenge.hash, hashToken(challenge)),
        eq(passkeyChallenge.purpose, purpose),
        eq(passkeyChallenge.browser, browser),
        userId === null ? isNull(passkeyChallenge.userId) : eq(passkeyChallenge.userId, userId),
        gt(passkeyChallenge.expiresAt, now),
      ),
    )
    .returning({ hash: passkeyChallenge.hash });
  if (spent.length > 0) return challenge;
  throw new Problem('invalid_request', 'This took too long, or was done before. Try again.');
}

function challengeIn(clientData: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8'));
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}
