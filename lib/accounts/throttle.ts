import { RateLimiterMemory } from 'rate-limiter-flexible';
import { Problem } from '@/lib/domain/problems';
import type { Visitor } from './visitor';

const MINUTE_SECONDS = 60;

/** How many failures are allowed, and in how many seconds. */
interface Limit {
  readonly points: number;
  readonly duration: number;
}

export interface ThrottleLimits {
  /** Of one IP address for one user: somebody who has forgotten a password. */
  readonly pair: Limit;
  /** Of one IP address for any user. */
  readonly address: Limit;
  /** For one user from any IP address: high, since else anybody could lock a user out. */
  readonly user: Limit;
  /** Sign-ups from one IP address, successful or not. */
  readonly signUp: Limit;
}

const LIMITS: ThrottleLimits = {
  pair: { points: 10, duration: 15 * MINUTE_SECONDS },
  address: { points: 60, duration: 15 * MINUTE_SECONDS },
  user: { points: 200, duration: 60 * MINUTE_SECONDS },
  signUp: { points: 20, duration: 60 * MINUTE_SECONDS },
};

/** Slows down the guessing of passwords. It counts in this process. */
export interface Throttle {
  /**
   * Counts an attempt before its password is checked, so that parallel attempts count too.
   *
   * @returns to be called when the password was right: the attempt no longer counts
   * @throws Problem `rate_limited`
   */
  attemptSignIn(email: string, visitor: Visitor): Promise<() => Promise<void>>;
  /** @throws Problem `rate_limited` */
  attemptSignUp(visitor: Visitor): Promise<void>;
}

export function createThrottle(limits: ThrottleLimits = LIMITS): Throttle {
  const pair = new RateLimiterMemory(limits.pair);
  const address = new RateLimiterMemory(limits.address);
  const user = new RateLimiterMemory(limits.user);
  const signUp = new RateLimiterMemory(limits.signUp);
  return {
    async attemptSignIn(email, { limitKey }) {
      const both = `${limitKey} ${email}`;
      await count(address, limitKey);
      await count(pair, both);
      await count(user, email);
      return async () => {
        await pair.delete(both);
        await Promise.all([address.reward(limitKey), user.reward(email)]);
      };
    },
    async attemptSignUp({ limitKey }) {
      await count(signUp, limitKey);
    },
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
