import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { sandboxTransaction } from '@/db/schema/sandbox';
import type { BlockRef } from '../../source';
import { mineBlock } from './mine';
import type { SandboxTransaction } from './pay-address';
import { replace } from './replace-transaction';
import { simulate } from './simulate';

export interface DoubleSpend extends SandboxTransaction {
  /** One block, or more when the mempool fills more than one. */
  readonly blocks: readonly BlockRef[];
}

/**
 * Confirms a transaction that spends the inputs of another one back to the sandbox, without ever
 * entering the mempool. The rest of the mempool confirms with it, as in any block.
 *
 * @throws SandboxRefusal transaction_not_found, transaction_not_in_mempool, insufficient_funds
 */
export async function doubleSpend(
  db: Db,
  { txid: victim }: { readonly txid: string },
  now: Date,
): Promise<DoubleSpend> {
  return simulate(db, now, async (tx) => {
    const { txid, feeSats } = await replace(tx, { txid: victim, to: 'nowhere' }, now);
    const blocks: BlockRef[] = [];
    do blocks.push(await mineBlock(tx, now, 'mempool'));
    while (await isUnconfirmed(tx, txid));
    return { txid, feeSats, blocks };
  });
}

async function isUnconfirmed(tx: Db, txid: string): Promise<boolean> {
  const rows = await tx
    .select({ txid: sandboxTransaction.txid })
    .from(sandboxTransaction)
    .where(and(eq(sandboxTransaction.txid, txid), eq(sandboxTransaction.state, 'mempool')));
  return rows.length > 0;
}
