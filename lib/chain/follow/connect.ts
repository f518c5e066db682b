import type { Db } from '@/db/client';
import { BITCOIN_PARAMETERS } from '@/lib/bitcoin/network';
import { MAX_CONFIRMATIONS } from '@/lib/domain/confirmations';
import { MAX_REORG_DEPTH } from '@/lib/domain/reorg-depth';
import { type BlockRef, SourceError } from '../source';
import { readAcceptedTip } from './accept-deep-reorg';
import {
  type CursorEpoch,
  lockCursor,
  lowestStoredHeight,
  moveCursor,
  readStoredBlockHash,
  recordReorg,
} from './cursor';
import type { Follower } from './ledger';
import { fetchBlock, type PendingBlock, readBlocks } from './read-blocks';
import { recordReplacements, spendersAboveFork } from './replacements';
import type { ScanFindings } from './scan';
import {
  confirmKnownTransactions,
  disconnectTransactionsAbove,
  recordTransactions,
} from './transactions';

const BLOCKS_PER_COMMIT = 50;

export interface ConnectResult {
  readonly cursor: BlockRef;
  readonly connected: number;
  readonly disconnected: number;
}

/**
 * Moves the cursor by up to 50 blocks towards the tip, in one transaction, and disconnects the old
 * branch after a reorg. Returns undefined, and writes nothing, when the chain changed during the
 * read.
 *
 * @param after the block above the cursor; undefined when the cursor is not below the tip
 * @throws SourceError `deep_reorg` until the operator accepts the new branch; `history_lost` when
 *   the chain forked below the stored blocks
 */
export async function connectBlocks(
  follower: Follower,
  epoch: CursorEpoch,
  cursor: BlockRef,
  tip: BlockRef,
  after: PendingBlock | undefined,
): Promise<ConnectResult | undefined> {
  const { network, ledger } = follower;
  const { db } = follower.database;
  const beginReplaceable = (height: number) => {
    const begun = spendersAboveFork(db, network, height);
    // Prevents an unhandled rejection before the promise is awaited.
    begun.catch(() => {});
    return begun;
  };
  const spenders = beginReplaceable(cursor.height);
  const { fork, next } = await findNext(follower, cursor, tip, after);
  const reorg = fork.height < cursor.height;
  if (cursor.height - fork.height > MAX_REORG_DEPTH) await requireAccepted(follower, cursor, fork);
  const target = Math.min(tip.height, fork.height + BLOCKS_PER_COMMIT);
  // After a reorg, one commit must reach this height. Otherwise payments below the fork would lose
  // confirmations for a moment.
  const kept = reorg ? Math.min(cursor.height, fork.height + MAX_CONFIRMATIONS - 1) : 0;
  const minHeight = Math.min(Math.max(kept, fork.height + 1), target);
  const reach = { fork, target, minHeight, tip };
  const replaced = reorg ? beginReplaceable(fork.height) : spenders;
  const blocks = await readBlocks(follower, reach, next, replaced);
  const [first, last] = [blocks?.[0], blocks?.at(-1)];
  if (!blocks || !first || !last) return undefined;
  // If the first new block is already stored, the chain changed while the fork was searched for.
  if (reorg && first.hash === (await readStoredBlockHash(db, network, first.height)))
    return undefined;

  await db.transaction(async (tx) => {
    await lockCursor(tx, epoch, cursor);
    const now = follower.clock();
    const touched = reorg ? await disconnectTransactionsAbove(tx, network, fork.height) : [];
    const to = last.height < tip.height ? tip : last;
    if (reorg) await recordReorg(tx, network, { from: cursor, fork, to }, now);
    const settle = async () => {
      for (const { height, findings } of blocks) {
        await recordFindings(tx, follower, findings, height, now);
        touched.push(...affectedTxids(findings));
      }
      await ledger.settle(tx, network, touched, last.height, now);
    };
    // None of these statements needs another's result.
    await Promise.all([
      moveCursor(tx, network, fork.height, blocks),
      ledger.tipMoved(tx, network),
      settle(),
    ]);
  });
  return {
    cursor: { height: last.height, hash: last.hash },
    connected: blocks.length,
    disconnected: cursor.height - fork.height,
  };
}

/**
 * Returns the newest stored block on the source's chain, and the block to read next. If the next
 * block builds on the cursor, there was no reorg and no search is needed.
 */
async function findNext(
  follower: Follower,
  cursor: BlockRef,
  tip: BlockRef,
  after: PendingBlock | undefined,
) {
  const begun = await after?.catch(() => undefined);
  if (after && begun?.block.prevHash === cursor.hash) return { fork: cursor, next: after };
  const fork = await findFork(follower, cursor, tip);
  if (after && fork.height === cursor.height) return { fork, next: after };
  return { fork, next: fetchBlock(follower, fork.height + 1, tip) };
}

/**
 * Returns the newest stored block that is on the source's chain. Searches downwards in doubling
 * steps, then bisects the last step, which takes about two dozen requests for the deepest reorg.
 *
 * @throws SourceError `history_lost` when the chain forked below the stored blocks
 */
async function findFork(follower: Follower, cursor: BlockRef, tip: BlockRef): Promise<BlockRef> {
  const { network, source, database } = follower;
  const lowest = await lowestStoredHeight(database.db, network);
  let shared: BlockRef | undefined;
  let height = Math.min(cursor.height, tip.height);
  let different = height + 1;
  for (let stride = 1; ; stride *= 2) {
    const held = await readStoredBlockHash(database.db, network, height);
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
 * Returns the block to continue from when the chain forked below the stored blocks. Only regtest,
 * whose chains are often reset, starts again from the genesis block.
 *
 * @throws SourceError `history_lost` on any other network
 */
async function commonGround({ network, source }: Follower, height: number): Promise<BlockRef> {
  const first = BITCOIN_PARAMETERS[network].disposable ? await source.hashAt(0) : undefined;
  if (first !== undefined) return { height: 0, hash: first };
  throw new SourceError(
    'history_lost',
    `the ${network} chain of the source differs from the followed one down to block ${height}, ` +
      'the oldest of the stored history; see the runbook "reorg beyond history"',
  );
}

/** @throws SourceError `deep_reorg` unless the operator has accepted the source's branch */
async function requireAccepted(
  { network, source, database }: Follower,
  cursor: BlockRef,
  fork: BlockRef,
): Promise<void> {
  const accepted = await readAcceptedTip(database.db, network);
  // An accepted tip at or below the fork belongs to an earlier reorg.
  const isAbove = accepted && accepted.height > fork.height;
  if (isAbove && (await source.hashAt(accepted.height)) === accepted.hash) return;
  throw new SourceError(
    'deep_reorg',
    `the ${network} chain of the source replaces the last ${cursor.height - fork.height} blocks, ` +
      `all above block ${fork.height}; see the runbook "A deep reorg"`,
  );
}

/** The caller must update the payments and refunds afterwards. */
export async function recordFindings(
  tx: Db,
  { network, ledger }: Follower,
  { transactions, outputs, replacements, tooOld }: ScanFindings,
  height: number,
  now: Date,
): Promise<void> {
  await recordTransactions(tx, network, transactions, height, now);
  await ledger.record(tx, network, outputs);
  await recordReplacements(tx, network, replacements, now);
  await confirmKnownTransactions(tx, network, tooOld, height);
}

export function affectedTxids(findings: ScanFindings): string[] {
  return [
    ...findings.transactions.map(({ txid }) => txid),
    ...findings.replacements.map(({ txid }) => txid),
    ...findings.tooOld,
  ];
}
