import { and, desc, eq, exists, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { chainReorg } from '@/db/schema/chain';
import { paymentChange } from '@/db/schema/payments';
import type { Network } from '@/lib/domain/network';
import type { PaymentRow } from '../payment-row';

export type Reorg = Omit<typeof chainReorg.$inferSelect, 'id' | 'network'>;

export function newestReorgs(db: Db, network: Network, limit: number): Promise<Reorg[]> {
  return reorgsWhere(db, eq(chainReorg.network, network), limit);
}

export async function reorgOf(
  db: Db,
  { id, network, requiredConfirmations }: PaymentRow,
): Promise<Reorg | null> {
  const before = db
    .select({ coveredHeight: paymentChange.coveredHeight })
    .from(paymentChange)
    .where(and(eq(paymentChange.paymentId, id), lt(paymentChange.at, chainReorg.at)))
    .orderBy(desc(paymentChange.id))
    .limit(1)
    .as('before');
  const replaced = db
    .select({ one: sql`1` })
    .from(before)
    .where(
      and(
        lte(before.coveredHeight, chainReorg.fromHeight),
        sql`${before.coveredHeight} + ${requiredConfirmations - 1}::int > ${chainReorg.forkHeight}`,
      ),
    );
  const [newest] = await reorgsWhere(db, and(eq(chainReorg.network, network), exists(replaced)), 1);
  return newest ?? null;
}

function reorgsWhere(db: Db, where: SQL | undefined, limit: number): Promise<Reorg[]> {
  return db
    .select({
      at: chainReorg.at,
      forkHeight: chainReorg.forkHeight,
      fromHeight: chainReorg.fromHeight,
      fromHash: chainReorg.fromHash,
      toHeight: chainReorg.toHeight,
      toHash: chainReorg.toHash,
    })
    .from(chainReorg)
    .where(where)
    .orderBy(desc(chainReorg.id))
    .limit(limit);
}
