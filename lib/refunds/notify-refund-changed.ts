import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import type { PaymentRow } from '@/lib/payments/payment-row';
import { notifyDashboards } from '@/lib/server/changes/notify-dashboards';

/** Notifies open dashboards on commit that a refund of the payment changed. */
export async function notifyRefundChanged(
  tx: Db,
  { id, apiKeyId }: Pick<PaymentRow, 'id' | 'apiKeyId'>,
): Promise<void> {
  const [key] = await tx
    .select({ merchantId: apiKey.merchantId })
    .from(apiKey)
    .where(eq(apiKey.id, apiKeyId));
  if (key) await notifyDashboards(tx, key.merchantId, [`payment ${id}`]);
}
