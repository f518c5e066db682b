import type { Db } from '@/db/client';
import { deleteOlderRows } from '@/db/delete-older-rows';
import { deliveryAttempt } from '@/db/schema/webhooks';

const KEPT_MS = 90 * 86_400_000;

/**
 * Deletes the records of attempts that began more than 90 days ago. Deliveries and events stay.
 *
 * @returns the number of deleted records
 */
export function pruneDeliveries(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - KEPT_MS);
  return deleteOlderRows(db, deliveryAttempt, deliveryAttempt.startedAt, before);
}
