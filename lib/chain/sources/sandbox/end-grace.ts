import { and, eq, exists, isNull, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { transaction } from '@/db/schema/chain';
import { sandboxTransaction } from '@/db/schema/sandbox';
import { MEMPOOL_GRACE_MS } from '../../follow/read-mempool';

/**
 * Ends the grace period of recorded transactions that the sandbox has dropped permanently, so the
 * next read marks them as gone. On a real chain, a missing transaction may return.
 *
 * @returns whether there were any; the chain must then be read again
 */
export async function expireDroppedTransactions(db: Db, now: Date): Promise<boolean> {
  const dropped = db
    .select({ one: sql`1` })
    .from(sandboxTransaction)
    .where(
      and(eq(sandboxTransaction.txid, transaction.txid), eq(sandboxTransaction.state, 'gone')),
    );
  const rows = await db
    .update(transaction)
    .set({ missingSince: new Date(now.getTime() - MEMPOOL_GRACE_MS) })
    .where(
      and(
        eq(transaction.network, 'regtest'),
        isNull(transaction.height),
        eq(transaction.gone, false),
        exists(dropped),
      ),
    )
    .returning({ txid: transaction.txid });
  return rows.length > 0;
}
