import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { transaction } from '@/db/schema/chain';
import { output } from '@/db/schema/payments';
import { isUnconfirmed } from '@/lib/chain/follow/transactions';

/**
 * Returns the unconfirmed amount of each payment, to join by payment. A confirmed payment has such
 * an amount when more outputs arrive. The query starts from the unconfirmed transactions, which are
 * few.
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
    .where(isUnconfirmed)
    .groupBy(output.paymentId)
    .as('unconfirmed');
}
