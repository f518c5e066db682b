import { readHealthInTime } from '@/lib/health';
import { runtime } from '@/lib/runtime';
import { hasMetricsToken } from './has-metrics-token';

export const dynamic = 'force-dynamic';

/**
 * Returns metrics for Prometheus to the bearer of METRICS_TOKEN; 404 if METRICS_TOKEN is not set.
 */
export async function GET(request: Request): Promise<Response> {
  const { env, db, sources, clock, log, metrics } = runtime();
  if (!env.metricsToken) return new Response('Not found', { status: 404 });
  if (!hasMetricsToken(request, env.metricsToken)) {
    return new Response('Unauthorized', {
      status: 401,
      headers: { 'www-authenticate': 'Bearer' },
    });
  }
  const health = await readHealthInTime(db, [...sources.keys()], clock()).catch(
    (error: unknown) => {
      log.error({ err: error }, 'metrics: the database does not respond');
      return undefined;
    },
  );
  return new Response(await metrics.text(health), {
    headers: { 'content-type': metrics.contentType, 'cache-control': 'no-store' },
  });
}
