import { readHealth } from '@/lib/health';
import { runtime } from '@/lib/runtime';

export const dynamic = 'force-dynamic';

/** An answer that comes too late is no better than none for whoever watches. */
const PATIENCE_MS = 3_000;

export async function GET(): Promise<Response> {
  const { db, sources, clock, log } = runtime();
  try {
    const health = await Promise.race([readHealth(db, [...sources.keys()], clock()), tooLate()]);
    return answer(200, health);
  } catch (error) {
    log.error({ err: error }, 'the health check cannot reach the database');
    return answer(503, { status: 'down', reason: 'the database does not answer' });
  }
}

function tooLate(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('the database did not answer in time')), PATIENCE_MS).unref();
  });
}

function answer(status: number, body: unknown): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } });
}
