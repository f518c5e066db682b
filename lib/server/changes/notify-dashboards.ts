import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import type { Change } from '@/lib/domain/change';

/** The channel's payloads are `<merchant id> <change>` and `session <session id>`. */
export const CHANGED_CHANNEL = 'dashboard_changed';

/**
 * Notifies open dashboards of the merchant when the surrounding transaction commits. For changes
 * made by hand: commits with a notification are serialized, so frequent changes use {@link
 * noteChange}.
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

/** Announces that a session ended or switched its merchant, so that its streams end. */
export async function notifySessionEnd(tx: Db, sessionId: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${CHANGED_CHANNEL}, ${`session ${sessionId}`})`);
}
