import { BITCOIN_FACTS } from '@/lib/bitcoin/network';
import { type BlockRef, SourceError } from '../source';
import { heldHash, lowestHeld } from './cursor';
import type { Follower } from './ledger';

/**
 * The newest block that the stored history and the source's chain have in common. The strides down
 * double, and the last one is halved, so that a deep reorg costs two dozen look-ups.
 *
 * @throws SourceError `history_lost` when the chain forked below the stored blocks
 */
export async function findFork(
  follower: Follower,
  cursor: BlockRef,
  tip: BlockRef,
): Promise<BlockRef> {
  const { network, source, database } = follower;
  const lowest = await lowestHeld(database.db, network);
  let shared: BlockRef | undefined;
  let height = Math.min(cursor.height, tip.height);
  let different = height + 1;
  for (let stride = 1; ; stride *= 2) {
    const held = await heldHash(database.db, network, height);
    if (held !== undefined && held === (await source.hashAt(height))) {
      shared = { height, hash: held };
    } else {
      different = height;
    }
    if (shared?.height === different - 1) return shared;
    if (shared) height = Math.floor((shared.height + different) / 2);
    else if (lowest === undefined || height <= lowest) return commonGround(follower, height);
    else height = Math.max(lowest, height - stride);
  }
}

/**
 * Where to continue when the chain forked below the stored history. Regtest chains are often reset:
 * all of them share the first block, and everything above it is read again.
 */
async function commonGround({ network, source }: Follower, height: number): Promise<BlockRef> {
  const first = BITCOIN_FACTS[network].disposable ? await source.hashAt(0) : undefined;
  if (first !== undefined) return { height: 0, hash: first };
  throw new SourceError(
    'history_lost',
    `the ${network} chain of the source differs from the followed one down to block ${height}, ` +
      'the oldest of the stored history; see the runbook "reorg beyond history"',
  );
}
