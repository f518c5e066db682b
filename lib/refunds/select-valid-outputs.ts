import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { isAmong } from '@/db/is-among';
import { transaction } from '@/db/schema/chain';
import { refundOutput } from '@/db/schema/refunds';

/**
 * Returns the outputs to these scriptPubKeys that count: confirmed ones from the lowest height,
 * then unconfirmed ones from the oldest.
 */
export function selectValidOutputs(db: Db, scripts: readonly string[], condition: SQL | undefined) {
  const { network, script, txid, vout, sats } = refundOutput;
  const { height, gone, firstSeenAt } = transaction;
  return db
    .select({ network, script, txid, vout, sats, height })
    .from(refundOutput)
    .innerJoin(transaction, and(eq(transaction.network, network), eq(transaction.txid, txid)))
    .where(and(isAmong(script, scripts), eq(gone, false), condition))
    .orderBy(sql`${height} nulls last`, firstSeenAt, txid, vout);
}
