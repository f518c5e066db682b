import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import { chain } from '@/db/schema/chain';
import { refund } from '@/db/schema/refunds';
import type { Actor } from '@/lib/domain/actor';
import { isKeyVisibleTo } from '@/lib/keys/key-conditions';
import { requireIntact } from '@/lib/keys/seal';
import { listUnmatchedRefundOutputs, type UnmatchedRefundOutput } from './other-outputs';
import { type RefundRow, refundNotFound } from './refund-row';

export interface FoundRefund {
  readonly row: RefundRow;
  /** The height from which confirmations are counted. */
  readonly chainHeight: number | null;
  /** Outputs with another amount, or to a former address. They do not pay the refund. */
  readonly otherOutputs: readonly UnmatchedRefundOutput[];
}

/**
 * Returns a refund of this API key, or of the member's merchant.
 *
 * @throws Problem `not_found`, also for a refund that the actor may not see; `address_not_verified`
 * for a refund that was changed in the database
 */
export async function getRefund(db: Db, actor: Actor, refundId: string): Promise<FoundRefund> {
  const [found] = await db
    .select({ row: refund, chainHeight: chain.height })
    .from(refund)
    .innerJoin(apiKey, eq(apiKey.id, refund.apiKeyId))
    .leftJoin(chain, eq(chain.network, refund.network))
    .where(and(eq(refund.id, refundId), isKeyVisibleTo(actor)));
  if (!found) throw refundNotFound();
  requireIntact('refund', found.row);
  const others = await listUnmatchedRefundOutputs(db, [found.row]);
  return { ...found, otherOutputs: others.get(refundId) ?? [] };
}
