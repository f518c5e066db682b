import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import type { Change } from '@/lib/domain/change';

/** A notification on this channel contains `<merchant id> <change>` or `session <session id>`. */
export const CHANGED_CHANNEL = 'dashboard_changed';

/**
 * Notifies open dashboards of the merchant when the surrounding transaction commits. This is meant
 * for changes by people. Frequent changes use {@link noteChange}, because PostgreSQL serializes
 * commits with a notification.
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

/** Announces that a session has ended or switched its merchant, so that its streams end. */
export async function notifySessionEnd(tx: Db, sessionId: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${CHANGED_CHANNEL}, ${`session ${sessionId}`})`);
}
