import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { block } from '@/db/schema/chain';
import { refund } from '@/db/schema/refunds';
import type { Network } from '@/lib/domain/network';
import { feeShare } from '@/lib/domain/refund';
import { toSats } from '@/lib/domain/sats';

/** Returns the refunds' transactions whose fee the source must still report, with their blocks. */
export async function listMissingRefundFees(
  db: Db,
  network: Network,
): Promise<readonly { readonly txid: string; readonly blockHash: string | null }[]> {
  const rows = await db
    .selectDistinct({ txid: refund.txid, blockHash: block.hash })
    .from(refund)
    .leftJoin(block, and(eq(block.network, refund.network), eq(block.height, refund.height)))
    .where(and(eq(refund.network, network), eq(refund.wantsFee, true)));
  return rows.flatMap(({ txid, blockHash }) => (txid === null ? [] : [{ txid, blockHash }]));
}

/**
 * Divides the fee of a transaction among the refunds that it pays. The shares add up to the fee.
 */
export async function recordRefundFee(
  db: Db,
  network: Network,
  txid: string,
  fee: number | undefined,
): Promise<void> {
  const ofTransaction = and(eq(refund.network, network), eq(refund.txid, txid));
  const rows = await db
    .select({ id: refund.id })
    .from(refund)
    .where(ofTransaction)
    .orderBy(asc(refund.vout));
  for (const [place, { id }] of rows.entries()) {
    const feeSats = fee === undefined ? {} : { feeSats: feeShare(toSats(fee), rows.length, place) };
    await db
      .update(refund)
      .set({ wantsFee: false, ...feeSats })
      .where(and(ofTransaction, eq(refund.id, id)));
  }
}
