import { lt } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { idempotency } from '@/db/schema/payments';
import { IDEMPOTENCY_KEPT_MS } from './idempotency';

/** Forgets Idempotency-Keys that are older than 30 days. */
export async function pruneIdempotency(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - IDEMPOTENCY_KEPT_MS);
  await db.delete(idempotency).where(lt(idempotency.createdAt, oldest));
}
