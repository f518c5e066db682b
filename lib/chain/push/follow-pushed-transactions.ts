import { type ScannedTransaction, scanTransaction } from '@/lib/bitcoin/scan';
import { affectedTxids } from '../follow/connect';
import { lockCursorAtTip, StaleCursorError } from '../follow/cursor';
import type { Follower } from '../follow/ledger';
import { PriorDeposits } from '../follow/prior-deposits';
import { readFollowState } from '../follow/record-read';
import {
  dropConflictingTransactions,
  findSpenders,
  type Replacement,
  recordReplacements,
} from '../follow/replacements';
import { findReplacements, type ScanFindings, scanTransactions } from '../follow/scan';
import { recordTransactions } from '../follow/transactions';
import { type BlockRef, type PushStream, type PushSubscription, SourceError } from '../source';

const MAX_BATCH = 200;

/** With more pushed transactions waiting, for example after a block, a full read is cheaper. */
const MAX_WAITING = 1_000;

/** A batch that takes longer than this is not recorded, because the process was probably frozen. */
const STALE_MS = 10_000;

/**
 * - `read`: the pushed transactions are in the database, or do not concern us.
 * - `unknown`: the source has none of them.
 * - `full_read_due`: only a full read can find out what was pushed.
 * - `paused`: the last full read failed, so nothing is recorded. The next full read is already
 *   scheduled, and covers everything pushed in the meantime.
 */
export type PushReadResult = 'read' | 'unknown' | 'full_read_due' | 'paused';

/**
 * Records what a source pushes, one batch at a time, until closed. Requests a full read for
 * anything other than a transaction.
 *
 * @param onResult called after each batch, and when a full read is due
 */
export function followPushedTransactions(
  follower: Follower,
  pushed: PushStream,
  onResult: (result: PushReadResult) => void,
): PushSubscription {
  const waiting = new Set<string>();
  let isRecording = false;
  let isClosed = false;

  function end(result: PushReadResult): void {
    if (result === 'full_read_due') waiting.clear();
    if (!isClosed) onResult(result);
  }

  async function recordWaiting(): Promise<void> {
    if (isRecording) return;
    isRecording = true;
    while (waiting.size > 0) {
      const txids = [...waiting].slice(0, MAX_BATCH);
      for (const txid of txids) waiting.delete(txid);
      // The full read will fail with the same database error and report it.
      end(await recordPushedTransactions(follower, pushed, txids).catch(() => 'full_read_due'));
    }
    isRecording = false;
  }

  const listening = pushed.listen({
    onTransaction(txid) {
      if (isClosed) return;
      waiting.add(txid);
      if (waiting.size > MAX_WAITING) end('full_read_due');
      else void recordWaiting();
    },
    onMove: () => {
      if (!isClosed) onResult('full_read_due');
    },
  });
  return {
    close() {
      isClosed = true;
      waiting.clear();
      listening.close();
    },
  };
}

/**
 * Records pushed transactions that pay us or replace one of ours. Begins no epoch, so any number of
 * processes may call this concurrently, even during a full read. Records nothing while a full read
 * moves the cursor, and never marks a transaction as missing.
 *
 * @throws any database error
 */
export async function recordPushedTransactions(
  follower: Follower,
  pushed: PushStream,
  txids: readonly string[],
): Promise<PushReadResult> {
  const { network, source, database, clock } = follower;
  const startedAt = clock();
  const state = await readFollowState(database.db, network);
  if (!state?.cursor || !state.isSettled) return 'full_read_due';
  if (state.failing) return 'paused';
  const { cursor } = state;
  try {
    const scanned = (await pushed.unconfirmed(txids)).map(({ raw }) => scanTransaction(raw));
    if (scanned.length === 0) return 'unknown';
    const findings = await scanPushed(follower, pushed, cursor, scanned);
    if (affectedTxids(findings).length === 0) return 'read';
    if (areInConflict(scanned)) return 'full_read_due';
    // If the tips are equal, the server is on the right network and has all blocks of the database.
    if ((await source.tip()).hash !== cursor.hash) return 'full_read_due';
    await record(follower, cursor, findings, startedAt);
    return 'read';
  } catch (error) {
    if (error instanceof StaleCursorError || error instanceof SourceError) return 'full_read_due';
    throw error;
  }
}

function areInConflict(scanned: readonly ScannedTransaction[]): boolean {
  if (scanned.length < 2) return false;
  const outpoints = scanned.flatMap((tx) => tx.inputs());
  return new Set(outpoints).size < outpoints.length;
}

async function scanPushed(
  follower: Follower,
  pushed: PushStream,
  cursor: BlockRef,
  scanned: readonly ScannedTransaction[],
): Promise<ScanFindings> {
  const prior = new PriorDeposits(follower, cursor);
  const outpoints = scanned.flatMap((tx) => tx.inputs());
  const [found, spenders] = await Promise.all([
    scanTransactions(follower, scanned, null, new Map(), prior),
    findSpenders(follower.database.db, follower.network, outpoints),
  ]);
  const replacements = findReplacements(scanned, spenders);
  return { ...found, replacements: await current(pushed, replacements) };
}

/**
 * Leaves out replacements whose new transaction has left the mempool. The new transaction may have
 * been replaced in turn, even by the old one.
 */
async function current(
  pushed: PushStream,
  replacements: readonly Replacement[],
): Promise<readonly Replacement[]> {
  if (replacements.length === 0) return replacements;
  const by = new Set(replacements.map((one) => one.by));
  const held = new Set((await pushed.unconfirmed([...by])).map(({ txid }) => txid));
  return replacements.filter((one) => held.has(one.by));
}

async function record(
  { network, ledger, database, clock }: Follower,
  cursor: BlockRef,
  findings: ScanFindings,
  startedAt: Date,
): Promise<void> {
  await database.db.transaction(async (tx) => {
    // The lock comes first. If it fails, the transaction rolls back the other statements.
    await Promise.all([
      lockCursorAtTip(tx, network, cursor),
      recordTransactions(tx, network, findings.transactions, null, clock()),
      ledger.record(tx, network, findings.outputs),
    ]);
    const now = clock();
    if (now.getTime() - startedAt.getTime() > STALE_MS) throw new StaleCursorError();
    await recordReplacements(tx, network, findings.replacements, now);
    const read = findings.transactions.map(({ txid }) => txid);
    await dropConflictingTransactions(tx, network, read, cursor.height, now);
    await ledger.settle(tx, network, affectedTxids(findings), cursor.height, now);
  });
}
