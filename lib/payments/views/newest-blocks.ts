import { and, desc, eq, lte } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { block, chain } from '@/db/schema/chain';
import type { Network } from '@/lib/domain/network';

export interface StoredBlock {
  readonly height: number;
  readonly hash: string;
  /** From the block's header; null if it was not stored. */
  readonly time: Date | null;
}

export const BLOCKS_SHOWN = 14;

/**
 * Returns the newest followed blocks, oldest first.
 *
 * @param last the maximum height
 */
export async function newestBlocks(
  db: Db,
  network: Network,
  last?: number,
): Promise<StoredBlock[]> {
  const rows = await db
    .select({ height: block.height, hash: block.hash, time: block.time })
    .from(block)
    .innerJoin(chain, eq(chain.network, block.network))
    .where(
      and(
        eq(block.network, network),
        lte(block.height, chain.height),
        last === undefined ? undefined : lte(block.height, last),
      ),
    )
    .orderBy(desc(block.height))
    .limit(BLOCKS_SHOWN);
  return rows.reverse();
}
