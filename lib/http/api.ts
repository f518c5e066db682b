import { createClientIp, type FindClientIp } from '@/lib/net/client-ip';
import type { Runtime } from '@/lib/runtime';
import { createRateLimits, type RateLimits } from './rate-limit';

type Parts = Pick<
  Runtime,
  'env' | 'log' | 'metrics' | 'clock' | 'database' | 'db' | 'vault' | 'sources' | 'throttle'
>;

/** The dependencies of the API. */
export interface Api extends Parts {
  readonly limits: RateLimits;
  readonly clientIp: FindClientIp;
}

export function createApi(parts: Parts): Api {
  const { env, log, metrics, clock, database, db, vault, sources, throttle } = parts;
  return {
    env,
    log,
    metrics,
    clock,
    database,
    db,
    vault,
    sources,
    throttle,
    limits: createRateLimits(env.rateLimitPerKey, env.rateLimitPerIp),
    clientIp: createClientIp(env.trustedProxies),
  };
}
