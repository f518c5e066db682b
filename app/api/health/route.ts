import { readHealthInTime } from '@/lib/health';
import { runtime } from '@/lib/runtime';

export const dynamic = 'force-dynamic';

export async function GET(): Promise<Response> {
  const { db, sources, clock, log } = runtime();
  try {
    return answer(200, await readHealthInTime(db, [...sources.keys()], clock()));
  } catch (error) {
    log.error({ err: error }, 'the health check cannot reach the database');
    return answer(503, { status: 'down', reason: 'the database does not answer' });
  }
}

function answer(status: number, body: unknown): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } });
}
