import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a request has METRICS_TOKEN as its bearer token. Without that setting, always false. */
export function bearsToken(request: Request, metricsToken: string | undefined): boolean {
  if (metricsToken === undefined) return false;
  const given = request.headers.get('authorization') ?? '';
  return timingSafeEqual(digest(given), digest(`Bearer ${metricsToken}`));
}

const digest = (text: string) => createHash('sha256').update(text).digest();
