import { RateLimiterMemory } from 'rate-limiter-flexible';
import { clientKey } from '@/lib/client-key';
import { Problem } from '@/lib/domain/problems';
import { oncePerProcess } from '@/lib/once-per-process';
import { runtime } from '@/lib/runtime';

interface ClientLimit {
  /** Names the limit within the process. */
  readonly name: string;
  /** The number of requests per IP address for which this limit allows one action. */
  readonly requestsPerPoint: number;
  readonly cost?: number;
}

/**
 * Counts an action of a customer against their IP address, in this process.
 *
 * @param headers of the request, which identify the client
 * @returns the seconds to wait once the limit for a minute is used up; undefined before that
 */
export async function countForClient(
  headers: Headers,
  { name, requestsPerPoint, cost = 1 }: ClientLimit,
): Promise<number | undefined> {
  const own = runtime();
  const points = Math.ceil(own.env.rateLimitPerIp / requestsPerPoint);
  if (points === 0) return undefined;
  const make = () => new RateLimiterMemory({ points, duration: 60 });
  const limiter = oncePerProcess(name, make, own);
  const { consumedPoints, msBeforeNext } = await limiter.penalty(clientKey(headers), cost);
  if (consumedPoints <= points) return undefined;
  return Math.max(Math.ceil(msBeforeNext / 1_000), 1);
}

/**
 * Counts a payment against the IP address of the customer whose click is about to create it.
 *
 * @throws Problem `rate_limited`
 */
export async function countNewPayment(headers: Headers): Promise<void> {
  const limit = { name: 'payments of customers', requestsPerPoint: 1_200 };
  const retryAfterSeconds = await countForClient(headers, limit);
  if (retryAfterSeconds === undefined) return;
  throw new Problem('rate_limited', 'Too many payments from your address.', { retryAfterSeconds });
}
