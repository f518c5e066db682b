import type { Db } from '@/db/client';
import type { BlockRef } from '../source';
import { act } from './act';
import { requireBlockCount } from './limits';
import { mineBlocks } from './mine-block';

/**
 * Mines blocks on the tip; the first takes the mempool.
 *
 * @throws SandboxRefusal blocks_out_of_range
 */
export async function mine(
  db: Db,
  { blocks: count }: { readonly blocks: number },
  now: Date,
): Promise<{ readonly blocks: readonly BlockRef[] }> {
  requireBlockCount(count);
  return act(db, now, async (tx) => ({ blocks: await mineBlocks(tx, now, count, 'mempool') }));
}
