import { sql } from 'drizzle-orm';
import { isReady } from '@/lib/readiness';
import { runtime } from '@/lib/runtime';

export const dynamic = 'force-dynamic';

/** 200 when requests should come here: migrated, the database answers, and not about to stop. */
export async function GET(): Promise<Response> {
  const ready = isReady() && (await databaseAnswers());
  return Response.json(
    { ready },
    { status: ready ? 200 : 503, headers: { 'cache-control': 'no-store' } },
  );
}

async function databaseAnswers(): Promise<boolean> {
  try {
    await runtime().db.execute(sql`select 1`);
    return true;
  } catch {
    return false;
  }
}
