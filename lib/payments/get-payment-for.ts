import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey, wallet } from '@/db/schema/accounts';
import { chain } from '@/db/schema/chain';
import { payment } from '@/db/schema/payments';
import type { Member } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import type { FoundPayment } from './get-payment';

/** A payment of a merchant with the key and the wallet it belongs to. */
export interface MerchantPayment extends FoundPayment {
  readonly key: { readonly id: string; readonly name: string };
  /** Null for a customer-provided address. */
  readonly wallet: typeof wallet.$inferSelect | null;
}

/**
 * A payment of the person's merchant.
 *
 * @throws Problem `payment_not_found`, also for a payment of another merchant
 */
export async function getPaymentFor(
  db: Db,
  actor: Member,
  paymentId: string,
): Promise<MerchantPayment> {
  const [found] = await db
    .select({
      row: payment,
      key: { id: apiKey.id, name: apiKey.name },
      wallet,
      chainHeight: chain.height,
    })
    .from(payment)
    .innerJoin(apiKey, eq(apiKey.id, payment.apiKeyId))
    .leftJoin(wallet, eq(wallet.id, payment.walletId))
    .leftJoin(chain, eq(chain.network, payment.network))
    .where(and(eq(payment.id, paymentId), eq(apiKey.merchantId, actor.merchantId)));
  if (!found) throw new Problem('payment_not_found', 'This account has no payment with this id.');
  return found;
}
