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
  /** Of one address at one account: a person who has forgotten a password. */
  readonly pair: Limit;
  /** Of one address at any account. */
  readonly address: Limit;
  /** At one account from any address: high, for else anyone could lock a person out. */
  readonly account: Limit;
  /** New accounts of one address, successful or not. */
  readonly signUp: Limit;
}

const LIMITS: ThrottleLimits = {
  pair: { points: 10, duration: 15 * MINUTE_SECONDS },
  address: { points: 60, duration: 15 * MINUTE_SECONDS },
  account: { points: 200, duration: 60 * MINUTE_SECONDS },
  signUp: { points: 20, duration: 60 * MINUTE_SECONDS },
};

/** Slows down who guesses passwords. It counts in this process. */
export interface Throttle {
  /**
   * Counts a try before its password is looked at, so that tries sent together count too.
   *
   * @returns to be called when the password was right: the try counts no more
   * @throws Problem `rate_limited`
   */
  trySignIn(email: string, visitor: Visitor): Promise<() => Promise<void>>;
  /** @throws Problem `rate_limited` */
  trySignUp(visitor: Visitor): Promise<void>;
}

export function createThrottle(limits: ThrottleLimits = LIMITS): Throttle {
  const pair = new RateLimiterMemory(limits.pair);
  const address = new RateLimiterMemory(limits.address);
  const account = new RateLimiterMemory(limits.account);
  const signUp = new RateLimiterMemory(limits.signUp);
  return {
    async trySignIn(email, { limitKey }) {
      const both = `${limitKey} ${email}`;
      await count(address, limitKey);
      await count(pair, both);
      await count(account, email);
      return async () => {
        await pair.delete(both);
        await Promise.all([address.reward(limitKey), account.reward(email)]);
      };
    },
    async trySignUp({ limitKey }) {
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
    `Too many tries. Wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, then try again.`,
    { retryAfterSeconds: Math.max(Math.ceil(msBeforeNext / 1000), 1) },
  );
}
