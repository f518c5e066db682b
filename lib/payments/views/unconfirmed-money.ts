import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { transaction } from '@/db/schema/chain';
import { output } from '@/db/schema/payments';
import { isWaiting } from '@/lib/chain/follow/transactions';

/**
 * Amounts that count and are in no block, to join by payment: a confirmed payment can have them
 * too, when more outputs arrive. Reads the mempool's side, which is small.
 */
export function unconfirmedMoney(db: Db) {
  return db
    .select({
      paymentId: output.paymentId,
      sats: sql<number>`sum(${output.sats})::bigint`.as('unconfirmed_sats'),
    })
    .from(transaction)
    .innerJoin(
      output,
      and(eq(output.network, transaction.network), eq(output.txid, transaction.txid)),
    )
    .where(isWaiting)
    .groupBy(output.paymentId)
    .as('unconfirmed');
}
