import { hasMetricsToken } from '@/app/metrics/has-metrics-token';
import { sessionActor } from '@/lib/auth/session';
import { readHealthInTime } from '@/lib/health';
import { runtime } from '@/lib/runtime';

export const dynamic = 'force-dynamic';

/**
 * Everyone gets the status. Only members and the bearer of METRICS_TOKEN get details, because
 * errors contain the node's internal address.
 */
export async function GET(request: Request): Promise<Response> {
  const { db, sources, clock, log } = runtime();
  try {
    const health = await readHealthInTime(db, [...sources.keys()], clock());
    return answer(200, (await mayRead(request)) ? health : { status: health.status });
  } catch (error) {
    log.error({ err: error }, 'the health check cannot reach the database');
    return answer(503, { status: 'down' });
  }
}

async function mayRead(request: Request): Promise<boolean> {
  return (
    hasMetricsToken(request, runtime().env.metricsToken) || (await sessionActor()) !== undefined
  );
}

function answer(status: number, body: unknown): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } });
}
