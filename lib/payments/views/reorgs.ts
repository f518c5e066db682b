import { and, desc, eq, exists, gte, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { chainReorg } from '@/db/schema/chain';
import { paymentChange } from '@/db/schema/payments';
import type { Network } from '@/lib/domain/network';
import type { PaymentRow } from '../payment-row';

export type Reorg = Omit<typeof chainReorg.$inferSelect, 'id' | 'network'>;

export function newestReorgs(db: Db, network: Network, limit: number): Promise<Reorg[]> {
  return reorgsWhere(db, eq(chainReorg.network, network), limit);
}

/** The newest reorg that replaced one of these consecutive blocks, oldest first. */
export async function reorgAmong(
  db: Db,
  network: Network,
  blocks: readonly { readonly height: number }[],
): Promise<Reorg | null> {
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (!first || !last) return null;
  const replaced = and(
    gte(chainReorg.fromHeight, first.height),
    lt(chainReorg.forkHeight, last.height),
  );
  const [newest] = await reorgsWhere(db, and(eq(chainReorg.network, network), replaced), 1);
  return newest ?? null;
}

/** The newest reorg that replaced a block which had confirmed this payment. */
export async function reorgOf(
  db: Db,
  { id, network, requiredConfirmations }: PaymentRow,
): Promise<Reorg | null> {
  const { coveredHeight } = paymentChange;
  const counted = db
    .select({ one: sql`1` })
    .from(paymentChange)
    .where(
      and(
        eq(paymentChange.paymentId, id),
        lt(paymentChange.at, chainReorg.at),
        lte(coveredHeight, chainReorg.fromHeight),
        sql`${coveredHeight} + ${requiredConfirmations - 1}::int > ${chainReorg.forkHeight}`,
      ),
    );
  const [newest] = await reorgsWhere(db, and(eq(chainReorg.network, network), exists(counted)), 1);
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
