import { readSessionRoles } from '@/lib/accounts/read-session';
import { createClientIpFinder, type FindClientIp } from '@/lib/net/client-ip';
import { parseSiteHeader } from '@/lib/net/own-site';
import { PAYMENT_CHANGED_CHANNEL } from '@/lib/payments/payment-changes';
import type { Runtime } from '@/lib/runtime';
import type { ChangeWatch } from '@/lib/server/changes/change-watch';
import { openChangeWatch } from '@/lib/server/changes/open-change-watch';
import { RequestLog } from '@/lib/server/request-log/request-log';
import { writeRequests } from '@/lib/server/request-log/write-requests';
import { createRateLimits, type RateLimits } from './rate-limit';

type Parts = Pick<
  Runtime,
  | 'env'
  | 'log'
  | 'metrics'
  | 'clock'
  | 'database'
  | 'db'
  | 'vault'
  | 'sources'
  | 'chains'
  | 'newPayments'
  | 'rates'
  | 'throttle'
  | 'afterChange'
>;

export interface Api extends Parts {
  readonly limits: RateLimits;
  readonly clientIp: FindClientIp;
  readonly changes: ChangeWatch;
  readonly requestLog: RequestLog;
}

/**
 * Returns the API for one request. Links use the URL of `APP_URL` at which the request arrived.
 *
 * @param mark the value of the request's header {@link SITE_HEADER}
 */
export function apiForSite(api: Api, mark: string | null | undefined): Api {
  const { site: appUrl } = parseSiteHeader(mark, api.env.appUrls);
  return appUrl === api.env.appUrl ? api : { ...api, env: { ...api.env, appUrl } };
}

export function createApi(parts: Parts): Api {
  const { env, log, metrics, clock, database, db } = parts;
  return {
    ...parts,
    limits: createRateLimits(env.rateLimitPerKey, env.rateLimitPerIp),
    clientIp: createClientIpFinder(env.trustedProxies),
    changes: openChangeWatch({
      database,
      clock,
      movedChannel: PAYMENT_CHANGED_CHANNEL,
      standings: readSessionRoles,
      onCount: (open) => metrics.openStreams('dashboard', open),
      onError: (error) => log.error({ err: error }, 'live updates of dashboards failed'),
    }),
    requestLog: new RequestLog({
      write: (requests) => writeRequests(db, requests),
      onLost: (requests, error) => {
        metrics.requestsNotNoted(requests);
        log.warn({ requests, ...(error ? { err: error } : {}) }, 'request log: entries lost');
      },
    }),
  };
}
