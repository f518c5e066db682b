import { lt } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { idempotency } from '@/db/schema/payments';

const KEPT_MS = 30 * 86_400_000;

/** Forgets Idempotency-Keys that are older than 30 days. */
export async function pruneIdempotency(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - KEPT_MS);
  await db.delete(idempotency).where(lt(idempotency.createdAt, oldest));
}
