import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import type { Change } from '@/lib/domain/change';

/**
 * The channel for changes. A notification contains `<merchant id> <change>` or `session <session
 * id>`.
 */
export const CHANGED_CHANNEL = 'dashboard_changed';

/**
 * Notifies the merchant's open dashboards when the surrounding transaction commits. Use it for
 * changes by people. Frequent changes use {@link noteChange}, because PostgreSQL serializes commits
 * that contain a notification.
 */
export async function notifyDashboards(
  tx: Db,
  merchantId: string,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return;
  const payloads = changes.map((change) => `${merchantId} ${change}`);
  await tx.execute(
    sql`select pg_notify(${CHANGED_CHANNEL}, p) from unnest(${sql.param(payloads)}::text[]) p`,
  );
}

/** Announces that a session has ended or switched to another merchant, so that its streams end. */
export async function notifySessionEnd(tx: Db, sessionId: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${CHANGED_CHANNEL}, ${`session ${sessionId}`})`);
}
