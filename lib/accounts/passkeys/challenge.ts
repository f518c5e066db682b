import { and, eq, gt, isNull, lte } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { passkeyChallenge } from '@/db/schema/factors';
import { Problem } from '@/lib/domain/problems';
import { hashToken } from '../token';

/** Lifetime of a challenge. The user needs the time to find and unlock the device. */
export const CHALLENGE_SECONDS = 300;

/** The purpose, browser and user to which a challenge is bound. */
export interface Ceremony {
  readonly purpose: 'register' | 'sign_in' | 'second_factor' | 'confirm';
  /** The session's id, or the hash of a cookie that identifies the browser. */
  readonly browser: string;
  /** The user whose passkey it must be; null for any user. */
  readonly userId: string | null;
}

/** Stores a challenge for five minutes, bound to a ceremony. Deletes expired challenges. */
export async function storeChallenge(
  db: Db,
  ceremony: Ceremony,
  challenge: string,
  now: Date,
): Promise<void> {
  await db.delete(passkeyChallenge).where(lte(passkeyChallenge.expiresAt, now));
  const expiresAt = new Date(now.getTime() + CHALLENGE_SECONDS * 1000);
  await db.insert(passkeyChallenge).values({ hash: hashToken(challenge), ...ceremony, expiresAt });
}

/**
 * Deletes the challenge that a response has signed, before the signature is checked. If two
 * responses to one challenge arrive, in any processes, only one of them passes.
 *
 * @param clientData the response's clientDataJSON, in base64url
 * @returns the challenge
 * @throws Problem `invalid_request` for a challenge that was used, has expired, or is of another
 *   browser or purpose
 */
export async function spendChallenge(
  db: Db,
  { purpose, browser, userId }: Ceremony,
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
