import { lt } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { paymentView } from '@/db/schema/payments';
import { VIEWED_FOR_MS } from './note-views';

/** Forgets which pages were looked at longer ago than counts. */
export async function pruneViews(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - VIEWED_FOR_MS);
  await db.delete(paymentView).where(lt(paymentView.viewedAt, oldest));
}
