import { type ScannedTransaction, scanTransaction } from '@/lib/bitcoin/scan';
import { touchedBy } from './connect';
import { lockSettledCursor, Overtaken, settledCursor } from './cursor';
import { EarlierMoney } from './earlier-money';
import type { Follower } from './ledger';
import { dropRivals, type Replacement, recordReplacements, spendersOf } from './replacements';
import { type Findings, findReplacements, scanTransactions } from './scan';
import { type BlockRef, type Pushes, SourceError } from './source';
import { recordTransactions } from './transactions';

/** A process that froze has read too long ago to write what it read. */
const STALE_MS = 10_000;

/**
 * - `read`: what was pushed is in the database, or none of it concerns us.
 * - `full_read_due`: only a full read can tell what was pushed.
 * - `paused`: the last full read failed. Nothing is recorded before the next one, which is planned and
 *   sees everything that came in between.
 */
export type PushedResult = 'read' | 'full_read_due' | 'paused';

/**
 * Looks at transactions that the source has pushed, and records those that pay us or replace one of
 * ours, as a full look would have. It takes no turn: any number of processes may do this beside
 * each other and beside a full read. Nothing is recorded while a full read moves the cursor, and
 * nothing is ever found to be missing.
 *
 * @throws what the database throws
 */
export async function lookAtPushed(
  follower: Follower,
  pushes: Pushes,
  txids: readonly string[],
): Promise<PushedResult> {
  const { network, source, database, clock } = follower;
  const startedAt = clock();
  const at = await settledCursor(database.db, network);
  if (!at) return 'full_read_due';
  if (at.failing) return 'paused';
  try {
    const scanned = (await pushes.unconfirmed(txids)).map(({ raw }) => scanTransaction(raw));
    if (areInConflict(scanned)) return await lookOneByOne(follower, pushes, txids);
    const findings = await scanPushed(follower, pushes, at.cursor, scanned);
    if (touchedBy(findings).length === 0) return 'read';
    // Also checks the network, and that the database is no block ahead of this server.
    if ((await source.tip()).hash !== at.cursor.hash) return 'full_read_due';
    await record(follower, at.cursor, findings, startedAt);
    return 'read';
  } catch (error) {
    if (error instanceof Overtaken || error instanceof SourceError) return 'full_read_due';
    throw error;
  }
}

/** Whether one of them has replaced another while they were read. */
function areInConflict(scanned: readonly ScannedTransaction[]): boolean {
  if (scanned.length < 2) return false;
  const outpoints = scanned.flatMap((tx) => tx.inputs());
  return new Set(outpoints).size < outpoints.length;
}

async function lookOneByOne(
  follower: Follower,
  pushes: Pushes,
  txids: readonly string[],
): Promise<PushedResult> {
  for (const txid of txids) {
    const result = await lookAtPushed(follower, pushes, [txid]);
    if (result !== 'read') return result;
  }
  return 'read';
}

async function scanPushed(
  follower: Follower,
  pushes: Pushes,
  cursor: BlockRef,
  scanned: readonly ScannedTransaction[],
): Promise<Findings> {
  const earlier = new EarlierMoney(follower, cursor);
  const outpoints = scanned.flatMap((tx) => tx.inputs());
  const [found, spenders] = await Promise.all([
    scanTransactions(follower, scanned, null, new Map(), earlier),
    spendersOf(follower.database.db, follower.network, outpoints),
  ]);
  const replacements = findReplacements(scanned, spenders);
  return { ...found, replacements: await current(pushes, replacements) };
}

/**
 * The replacements by transactions that are still in the mempool. One that is not may itself have
 * been replaced, by the recorded one.
 */
async function current(
  pushes: Pushes,
  replacements: readonly Replacement[],
): Promise<readonly Replacement[]> {
  if (replacements.length === 0) return replacements;
  const by = new Set(replacements.map((one) => one.by));
  const held = new Set((await pushes.unconfirmed([...by])).map(({ txid }) => txid));
  return replacements.filter((one) => held.has(one.by));
}

async function record(
  { network, ledger, database, clock }: Follower,
  cursor: BlockRef,
  findings: Findings,
  startedAt: Date,
): Promise<void> {
  await database.db.transaction(async (tx) => {
    // In this order, but sent together: what follows the lock is rolled back with it.
    await Promise.all([
      lockSettledCursor(tx, network, cursor),
      recordTransactions(tx, network, findings.transactions, null, clock()),
      ledger.record(tx, network, findings.outputs),
    ]);
    const now = clock();
    if (now.getTime() - startedAt.getTime() > STALE_MS) throw new Overtaken();
    await recordReplacements(tx, network, findings.replacements, now);
    const read = findings.transactions.map(({ txid }) => txid);
    await dropRivals(tx, network, read, cursor.height, now);
    await ledger.settle(tx, network, touchedBy(findings), cursor.height, now);
  });
}
