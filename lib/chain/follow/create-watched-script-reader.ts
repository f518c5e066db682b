import { MAX_REORG_DEPTH } from '@/lib/domain/reorg-depth';
import type { BlockRef, WatchedScriptReader } from '../source';
import type { Follower } from './ledger';
import { readTransactionHeights } from './transactions';

/**
 * For a source without whole blocks, reads the scripts to look up. They include the scripts of
 * transactions that a reorg may still move to another block.
 */
export function createWatchedScriptReader(
  { network, database, ledger }: Pick<Follower, 'network' | 'database' | 'ledger'>,
  tip: BlockRef,
): WatchedScriptReader {
  return {
    current: () => ledger.currentScripts(network, tip.height - MAX_REORG_DEPTH),
    all: (after, count) => ledger.allScripts(network, after, count),
    heights: (txids) => readTransactionHeights(database.db, network, txids),
  };
}
