import { RateLimiterMemory } from 'rate-limiter-flexible';
import { Problem } from '@/lib/domain/problems';

const WINDOW_SECONDS = 60;
/** An IP address's limit for failed authentications is its limit for requests divided by this. */
const REQUESTS_PER_FAILURE = 20;
/** A merchant's limit for test webhooks is an API key's limit divided by this. */
const REQUESTS_PER_TEST = 200;

export interface Quota {
  readonly name: 'key' | 'ip' | 'failed-auth' | 'webhook-test';
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
  readonly exceeded: boolean;
}

/** Counts a request. Returns undefined while the limit is switched off. */
export type RequestMeter = (key: string) => Promise<Quota | undefined>;

export interface RateLimits {
  readonly byIp: RequestMeter;
  readonly byKey: RequestMeter;
  /**
   * Counts failed authentications. At the limit, only further failures are refused, because one
   * misconfigured program must not block a shop's other programs.
   */
  readonly byFailedAuth: RequestMeter;
  /**
   * Counts a merchant's test webhooks. They are limited, because each one probes a port that a
   * member chooses.
   */
  readonly byWebhookTest: RequestMeter;
}

/** Returns the limits of this process, in requests per minute; 0 switches a limit off. */
export function createRateLimits(perKey: number, perIp: number): RateLimits {
  return {
    byIp: createMeter('ip', perIp),
    byKey: createMeter('key', perKey),
    byFailedAuth: createMeter('failed-auth', Math.ceil(perIp / REQUESTS_PER_FAILURE)),
    byWebhookTest: createMeter('webhook-test', Math.ceil(perKey / REQUESTS_PER_TEST)),
  };
}

function createMeter(name: Quota['name'], limit: number): RequestMeter {
  if (limit === 0) return async () => undefined;
  const limiter = new RateLimiterMemory({ points: limit, duration: WINDOW_SECONDS });
  return async (key) => {
    const { consumedPoints, msBeforeNext } = await limiter.penalty(key);
    return {
      name,
      limit,
      remaining: Math.max(limit - consumedPoints, 0),
      resetSeconds: Math.max(Math.ceil(msBeforeNext / 1000), 1),
      exceeded: consumedPoints > limit,
    };
  };
}

/** @throws Problem `rate_limited` if the quota is used up */
export function requireRemainingQuota(quota: Quota | undefined): void {
  if (!quota?.exceeded) return;
  const used = {
    key: `This API key has used its ${quota.limit} requests`,
    ip: `Your address has used its ${quota.limit} requests`,
    'failed-auth': `Your address has used its ${quota.limit} failed authentications`,
    'webhook-test': `This merchant has used its ${quota.limit} test webhooks`,
  }[quota.name];
  const { resetSeconds } = quota;
  const wait = resetSeconds === 1 ? 'a second' : `${resetSeconds} seconds`;
  throw new Problem('rate_limited', `${used} a minute. Wait ${wait}.`, {
    retryAfterSeconds: resetSeconds,
  });
}

/** Returns the header fields of draft-ietf-httpapi-ratelimit-headers-10, as lists (RFC 9651). */
export function rateLimitFields(quotas: readonly Quota[]): Record<string, string> {
  if (quotas.length === 0) return {};
  const list = (item: (quota: Quota) => string) =>
    quotas.map((quota) => `"${quota.name}";${item(quota)}`).join(', ');
  return {
    'ratelimit-policy': list((quota) => `q=${quota.limit};w=${WINDOW_SECONDS}`),
    ratelimit: list((quota) => `r=${quota.remaining};t=${quota.resetSeconds}`),
  };
}
