import { eq, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { refund } from '@/db/schema/refunds';
import type { PaymentRow } from '@/lib/payments/payment-row';
import { blockBeforePayment } from './refund-address';

/**
 * Makes the follower search past blocks, down to the payment, for a refund that was paid before its
 * address was recorded. The search ends at the oldest stored block, at most 2,016 blocks back. The
 * refund must be locked.
 */
export async function startPastBlockSearch(
  tx: Db,
  of: PaymentRow,
  refundId: string,
): Promise<void> {
  const before = await blockBeforePayment(tx, of);
  if (!before) return;
  await tx
    .update(refund)
    .set({
      watchFromHeight: before.height + 1,
      watchAfterHash: before.hash,
      searchHeight: sql`(select max(height) from block where network = ${of.network})`,
      isNewAddress: true,
    })
    .where(eq(refund.id, refundId));
}
