import { eq, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import { refund } from '@/db/schema/refunds';
import { PAYMENT_CHANGED_CHANNEL } from '@/lib/payments/payment-changes';
import type { PaymentRow } from '@/lib/payments/payment-row';
import { notifyDashboards } from '@/lib/server/changes/notify-dashboards';

/** On commit, notifies open dashboards and the refund's page that the refund changed. */
export async function notifyRefundChanged(
  tx: Db,
  { id, apiKeyId }: Pick<PaymentRow, 'id' | 'apiKeyId'>,
): Promise<void> {
  const [key] = await tx
    .select({ merchantId: apiKey.merchantId })
    .from(apiKey)
    .where(eq(apiKey.id, apiKeyId));
  if (key) await notifyDashboards(tx, key.merchantId, [`payment ${id}`]);
  await tx.execute(
    sql`select pg_notify(${PAYMENT_CHANGED_CHANNEL}, id) from ${refund} where payment_id = ${id}`,
  );
}
