import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { chain } from '@/db/schema/chain';
import { payment } from '@/db/schema/payments';
import { Problem } from '@/lib/domain/problems';
import type { PaymentRow } from './payment-row';

/** A payment, and the height its confirmations are counted from. */
export interface FoundPayment {
  readonly row: PaymentRow;
  readonly chainHeight: number | null;
}

/**
 * A payment of this API key.
 *
 * @throws Problem `payment_not_found`, also for a payment of another key
 */
export async function getPayment(
  db: Db,
  apiKeyId: string,
  paymentId: string,
): Promise<FoundPayment> {
  const [found] = await db
    .select({ row: payment, chainHeight: chain.height })
    .from(payment)
    .leftJoin(chain, eq(chain.network, payment.network))
    .where(and(eq(payment.id, paymentId), eq(payment.apiKeyId, apiKeyId)));
  if (!found) throw new Problem('payment_not_found', 'This API key has no payment with this id.');
  return found;
}
