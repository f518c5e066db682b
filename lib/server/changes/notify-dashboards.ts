import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import type { DashboardChange } from '@/lib/domain/change';

/** Notifications contain `<merchant id> <change>` or `session <session id>`. */
export const CHANGED_CHANNEL = 'dashboard_changed';

/**
 * Notifies the merchant's open dashboards when the surrounding transaction commits. This is for
 * changes by people. Frequent changes use {@link queueChange}, because PostgreSQL serializes commits
 * that contain a notification.
 */
export async function notifyDashboards(
  tx: Db,
  merchantId: string,
  changes: readonly DashboardChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const payloads = changes.map((change) => `${merchantId} ${change}`);
  await tx.execute(
    sql`select pg_notify(${CHANGED_CHANNEL}, p) from unnest(${sql.param(payloads)}::text[]) p`,
  );
}

/** Ends the streams of a session that has ended or switched to another merchant. */
export async function notifySessionEnd(tx: Db, sessionId: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${CHANGED_CHANNEL}, ${`session ${sessionId}`})`);
}
