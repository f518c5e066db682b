import { scanTransaction } from '@/lib/bitcoin/scan';
import type { BlockRef, MempoolView } from '../source';
import { affectedTxids } from './connect';
import { readStoredBlockHash } from './cursor';
import type { Follower } from './ledger';
import { PriorDeposits } from './prior-deposits';
import { type ScanFindings, scanTransactions } from './scan';

/** What an earlier read of a block missed. */
export interface MissedBlockFindings extends ScanFindings {
  readonly height: number;
}

/** Scans the view's mined transactions, except in blocks above the cursor or on another branch. */
export async function scanMinedTransactions(
  follower: Follower,
  { mined = [] }: MempoolView,
  cursor: BlockRef,
  spenders: ReadonlyMap<string, string>,
): Promise<MissedBlockFindings[]> {
  const { network, database } = follower;
  const prior = new PriorDeposits(follower, cursor);
  const found: MissedBlockFindings[] = [];
  for (const { height, hash } of new Map(mined.map(({ block }) => [block.hash, block])).values()) {
    const held = await readStoredBlockHash(database.db, network, height);
    if (height > cursor.height || (held !== undefined && held !== hash)) continue;
    const scanned = mined
      .filter(({ block }) => block.hash === hash)
      .map(({ raw }) => scanTransaction(raw));
    const findings = await scanTransactions(follower, scanned, height, new Map(spenders), prior);
    if (affectedTxids(findings).length > 0) found.push({ ...findings, height });
  }
  return found;
}
