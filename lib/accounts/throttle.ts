import { RateLimiterMemory } from 'rate-limiter-flexible';
import { Problem } from '@/lib/domain/problems';
import type { Visitor } from './visitor';

const MINUTE_SECONDS = 60;

/** The number of failures allowed, and the period in seconds. */
interface Limit {
  readonly points: number;
  readonly duration: number;
}

export interface ThrottleLimits {
  /**
   * Limit of failures per pair of IP address and user. It also applies per known device, invitation
   * and signed-in user.
   */
  readonly pair: Limit;
  readonly address: Limit;
  /**
   * Limit of failures per user, from all IP addresses together. It is high, because reaching it
   * locks out a user who has no known device.
   */
  readonly user: Limit;
  readonly signUp: Limit;
}

const LIMITS: ThrottleLimits = {
  pair: { points: 10, duration: 15 * MINUTE_SECONDS },
  address: { points: 60, duration: 15 * MINUTE_SECONDS },
  user: { points: 200, duration: 60 * MINUTE_SECONDS },
  signUp: { points: 20, duration: 60 * MINUTE_SECONDS },
};

/** Limit of wrong codes per user, so that guessing a six-digit code takes years. */
const WRONG_CODES: Limit = { points: 50, duration: 24 * 60 * MINUTE_SECONDS };

/** Limit of passkey challenges per IP address. A challenge occupies a row for five minutes. */
const CHALLENGES: Limit = { points: 100, duration: 15 * MINUTE_SECONDS };

const RESET_MAILS: Limit = { points: 3, duration: 60 * MINUTE_SECONDS };

/**
 * Runs the check of an attempt that has already been counted. A correct password or code resets the
 * count. If the check throws, the attempt no longer counts.
 */
type CountedCheck = (check: () => Promise<boolean>) => Promise<boolean>;

/** Slows down password guessing. Each process counts separately. */
export interface Throttle {
  /**
   * Counts an attempt before its password is checked, so that parallel attempts count too.
   *
   * @throws Problem `rate_limited`
   */
  attemptSignIn(email: string, visitor: Visitor): Promise<CountedCheck>;
  /**
   * Like {@link attemptSignIn}, for a visitor with a secret of this server, such as the cookie of a
   * known device. Failures of other visitors do not count.
   *
   * @param key the secret's id or hash, which a stranger must not be able to choose
   * @throws Problem `rate_limited`
   */
  attemptKnown(key: string): Promise<CountedCheck>;
  /**
   * Counts an attempt with a code of the user's authenticator app, at a sign-in or later. Recovery
   * codes are not counted.
   *
   * @throws Problem `rate_limited`
   */
  attemptCode(userId: string): Promise<CountedCheck>;
  /** Counts a challenge for a passkey sign-in. @throws Problem `rate_limited` */
  attemptChallenge(visitor: Visitor): Promise<void>;
  /** Counts a sign-up, whether or not it succeeds. @throws Problem `rate_limited` */
  attemptSignUp(visitor: Visitor): Promise<void>;
  /**
   * Counts a request for a password reset, together with the sign-ups from the same IP address.
   *
   * @returns whether a mail may be sent to this address; the response to the visitor must not
   *   depend on it
   * @throws Problem `rate_limited` after too many requests from this IP address
   */
  attemptReset(email: string, visitor: Visitor): Promise<boolean>;
}

export function createThrottle(limits: ThrottleLimits = LIMITS): Throttle {
  const pair = new RateLimiterMemory(limits.pair);
  const known = new RateLimiterMemory(limits.pair);
  const address = new RateLimiterMemory(limits.address);
  const user = new RateLimiterMemory(limits.user);
  const signUp = new RateLimiterMemory(limits.signUp);
  const codes = new RateLimiterMemory(WRONG_CODES);
  const challenges = new RateLimiterMemory(CHALLENGES);
  const resetMail = new RateLimiterMemory(RESET_MAILS);
  return {
    async attemptSignIn(email, { limitKey }) {
      const both = `${limitKey} ${email}`;
      await count(address, limitKey);
      await count(pair, both);
      await count(user, email);
      const takeBack = () => Promise.all([address.reward(limitKey), user.reward(email)]);
      return counted(
        () => Promise.all([pair.delete(both), takeBack()]),
        () => Promise.all([pair.reward(both), takeBack()]),
      );
    },
    async attemptKnown(key) {
      await count(known, key);
      return counted(
        () => known.delete(key),
        () => known.reward(key),
      );
    },
    async attemptCode(userId) {
      const key = `code ${userId}`;
      await count(known, key);
      await count(codes, key);
      return counted(
        () => Promise.all([known.delete(key), codes.delete(key)]),
        () => Promise.all([known.reward(key), codes.reward(key)]),
      );
    },
    async attemptChallenge({ limitKey }) {
      await count(challenges, limitKey);
    },
    async attemptSignUp({ limitKey }) {
      await count(signUp, limitKey);
    },
    async attemptReset(email, { limitKey }) {
      await count(signUp, limitKey);
      const { consumedPoints } = await resetMail.penalty(email);
      return consumedPoints <= resetMail.points;
    },
  };
}

function counted(end: () => Promise<unknown>, takeBack: () => Promise<unknown>): CountedCheck {
  return async (check) => {
    const fits = await check().catch(async (error: unknown) => {
      await takeBack();
      throw error;
    });
    if (fits) await end();
    return fits;
  };
}

async function count(limiter: RateLimiterMemory, key: string): Promise<void> {
  const { consumedPoints, msBeforeNext } = await limiter.penalty(key);
  if (consumedPoints <= limiter.points) return;
  const minutes = Math.max(Math.ceil(msBeforeNext / 60_000), 1);
  throw new Problem(
    'rate_limited',
    `Too many attempts. Wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, then try again.`,
    { retryAfterSeconds: Math.max(Math.ceil(msBeforeNext / 1000), 1) },
  );
}
