import { and, eq, gte, lte } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { delivery } from '@/db/schema/webhooks';
import { makeDue } from './make-due';

/**
 * Sends all deliveries of a key again that were given up, among those created from `from` to `to`
 * (both included).
 *
 * @returns how many
 */
export async function resendFailed(
  db: Db,
  apiKeyId: string,
  range: { readonly from: Date; readonly to: Date },
  now: Date,
): Promise<number> {
  return db.transaction((tx) =>
    makeDue(
      tx,
      and(
        eq(delivery.apiKeyId, apiKeyId),
        eq(delivery.status, 'failed'),
        gte(delivery.createdAt, range.from),
        lte(delivery.createdAt, range.to),
      ),
      now,
    ),
  );
}
