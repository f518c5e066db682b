import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { transaction } from '@/db/schema/chain';
import { output } from '@/db/schema/payments';
import { unconfirmedCondition } from '@/lib/chain/follow/transactions';

/**
 * Selects each payment's unconfirmed amount, which a confirmed payment may have too. Reads only the
 * unconfirmed transactions, which are few.
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
    .where(unconfirmedCondition)
    .groupBy(output.paymentId)
    .as('unconfirmed');
}
