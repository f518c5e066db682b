import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether the request's bearer token is METRICS_TOKEN; false if METRICS_TOKEN is not set. */
export function hasMetricsToken(request: Request, metricsToken: string | undefined): boolean {
  if (metricsToken === undefined) return false;
  const given = request.headers.get('authorization') ?? '';
  return timingSafeEqual(digest(given), digest(`Bearer ${metricsToken}`));
}

const digest = (text: string) => createHash('sha256').update(text).digest();
