import { databaseResponds } from '@/lib/health';
import { isReady } from '@/lib/readiness';
import { runtime } from '@/lib/runtime';

export const dynamic = 'force-dynamic';

/** Returns 200 if the schema is migrated, the database responds and the process is not stopping. */
export async function GET(): Promise<Response> {
  const ready = isReady() && (await databaseResponds(runtime().db));
  return Response.json(
    { ready },
    { status: ready ? 200 : 503, headers: { 'cache-control': 'no-store' } },
  );
}
