import { RateLimiterMemory } from 'rate-limiter-flexible';
import { Problem } from '@/lib/domain/problems';
import { oncePerProcess } from '@/lib/once-per-process';
import { rateLimitKeyFromHeaders } from '@/lib/rate-limit-key-from-headers';
import { runtime } from '@/lib/runtime';

interface ClientLimit {
  /** The name of the limit, unique in this process. */
  readonly name: string;
  /**
   * The limit of points per minute is the limit of requests per IP address, divided by this number.
   * An action uses `cost` points.
   */
  readonly requestsPerPoint: number;
  readonly cost?: number;
}

/**
 * Counts an action of a customer against their IP address, in this process. Returns the seconds to
 * wait; undefined if the action is allowed.
 */
export async function countTowardIpLimit(
  headers: Headers,
  { name, requestsPerPoint, cost = 1 }: ClientLimit,
): Promise<number | undefined> {
  const own = runtime();
  const points = Math.ceil(own.env.rateLimitPerIp / requestsPerPoint);
  if (points === 0) return undefined;
  const make = () => new RateLimiterMemory({ points, duration: 60 });
  const limiter = oncePerProcess(name, make, own);
  const { consumedPoints, msBeforeNext } = await limiter.penalty(
    rateLimitKeyFromHeaders(headers),
    cost,
  );
  if (consumedPoints <= points) return undefined;
  return Math.max(Math.ceil(msBeforeNext / 1_000), 1);
}

/**
 * Counts a customer's payment, before its creation, against the customer's IP address.
 *
 * @throws Problem `rate_limited`
 */
export async function countPaymentTowardIpLimit(headers: Headers): Promise<void> {
  const limit = { name: 'payments of customers', requestsPerPoint: 1_200 };
  const retryAfterSeconds = await countTowardIpLimit(headers, limit);
  if (retryAfterSeconds === undefined) return;
  throw new Problem('rate_limited', 'Too many payments from your address.', { retryAfterSeconds });
}
