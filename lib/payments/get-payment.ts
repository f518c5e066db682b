import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import { chain } from '@/db/schema/chain';
import { paymentExtra } from '@/db/schema/extras';
import { payment } from '@/db/schema/payments';
import type { Actor } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { isKeyVisibleTo } from '@/lib/keys/key-conditions';
import { requireIntact } from '@/lib/keys/seal';
import { extraColumns, type PaymentExtra } from './payment-extra';
import type { PaymentRow } from './payment-row';

export interface FoundPayment {
  readonly row: PaymentRow;
  readonly extra: PaymentExtra | null;
  readonly chainHeight: number | null;
}

/**
 * @throws Problem `payment_not_found`, also for a payment that the actor may not see;
 * `address_not_verified` if the payment was changed in the database
 */
export async function getPayment(db: Db, actor: Actor, paymentId: string): Promise<FoundPayment> {
  const [found] = await db
    .select({ row: payment, extra: extraColumns, chainHeight: chain.height })
    .from(payment)
    .innerJoin(apiKey, eq(apiKey.id, payment.apiKeyId))
    .leftJoin(chain, eq(chain.network, payment.network))
    .leftJoin(paymentExtra, eq(paymentExtra.paymentId, payment.id))
    .where(and(eq(payment.id, paymentId), isKeyVisibleTo(actor)));
  if (found) {
    requireIntact('payment', found.row);
    return found;
  }
  const whose = actor.kind === 'key' ? 'API key' : 'merchant';
  throw new Problem('payment_not_found', `This ${whose} has no payment with this id.`);
}
