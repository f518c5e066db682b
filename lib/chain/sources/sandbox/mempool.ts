import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { sandboxOutput, sandboxTransaction } from '@/db/schema/sandbox';
import type { BuiltTransaction } from './build-transaction';

export async function addToMempool(tx: Db, built: BuiltTransaction, now: Date): Promise<void> {
  const { txid, change } = built;
  await tx.insert(sandboxTransaction).values({
    txid,
    raw: built.raw,
    feeSats: built.feeSats,
    changeVout: change?.vout ?? null,
    state: 'mempool',
    createdAt: now,
  });
  for (const output of built.spent) {
    await tx
      .update(sandboxOutput)
      .set({ spentBy: txid })
      .where(and(eq(sandboxOutput.txid, output.txid), eq(sandboxOutput.vout, output.vout)));
  }
  if (change) {
    await tx.insert(sandboxOutput).values({ txid, ...change, coinbase: false });
  }
}

export async function withDescendants(tx: Db, txids: readonly string[]): Promise<string[]> {
  const family = new Set(txids);
  let parents = [...txids];
  while (parents.length > 0) {
    const rows = await tx
      .selectDistinct({ txid: sandboxOutput.spentBy })
      .from(sandboxOutput)
      .where(inArray(sandboxOutput.txid, parents));
    parents = rows.flatMap(({ txid }) => (txid === null || family.has(txid) ? [] : txid));
    for (const txid of parents) family.add(txid);
  }
  return [...family];
}

/**
 * Drops transactions permanently. Their inputs become spendable again, and their outputs vanish.
 */
export async function dropFromMempool(tx: Db, txids: readonly string[]): Promise<void> {
  if (txids.length === 0) return;
  await tx
    .update(sandboxTransaction)
    .set({ state: 'gone' })
    .where(
      and(inArray(sandboxTransaction.txid, [...txids]), eq(sandboxTransaction.state, 'mempool')),
    );
  await tx
    .update(sandboxOutput)
    .set({ spentBy: null })
    .where(inArray(sandboxOutput.spentBy, [...txids]));
  await tx.delete(sandboxOutput).where(inArray(sandboxOutput.txid, [...txids]));
}
