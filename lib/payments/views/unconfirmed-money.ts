import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { transaction } from '@/db/schema/chain';
import { output } from '@/db/schema/payments';
import { isWaiting } from '@/lib/chain/follow/transactions';

/**
 * What payments have received that counts and is in no block, to join by payment: a confirmed one may have
 * it too, when more money comes to its address. Read from the mempool's side, which is small.
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
