import type { Db } from '@/db/client';
import { scanTransaction } from '@/lib/bitcoin/scan';
import type { BlockRef, MempoolView } from '../source';
import { affectedTxids, recordFindings } from './connect';
import { createWatchedScriptReader } from './create-watched-script-reader';
import { type CursorEpoch, lockCursor } from './cursor';
import type { Follower, UnsearchedAddress } from './ledger';
import { PriorDeposits } from './prior-deposits';
import { type MissedBlockFindings, scanMinedTransactions } from './read-mined';
import { recordFullRead } from './record-read';
import {
  dropConflictingTransactions,
  type Replacement,
  recordReplacements,
  spendersByOutpoint,
} from './replacements';
import { type ScanFindings, scanTransactions } from './scan';
import {
  listUnconfirmed,
  markMempoolPresence,
  type RecordedUnconfirmed,
  recordTransactions,
} from './transactions';

/** A transaction that is missing from the mempool for longer than this stops counting. */
export const MEMPOOL_GRACE_MS = 60_000;

const TRANSACTIONS_PER_SCAN = 5_000;

export type MempoolResult = 'complete' | 'source_not_ready' | 'chain_moved';

/**
 * Finds our transactions that are new, replaced, missing or back in the mempool. If the view is
 * complete and the source's tip is still the cursor, records that the chain was read in full up to
 * the start of this read.
 */
export async function readMempool(
  follower: Follower,
  epoch: CursorEpoch,
  cursor: BlockRef,
): Promise<MempoolResult> {
  const { network, source, ledger, database } = follower;
  const startedAt = follower.clock();
  let dueUpTo: Date | undefined;
  const listOpen = async () => {
    const open = await ledger.open(network, startedAt);
    dueUpTo = open.dueUpTo;
    return open.addresses;
  };
  // Read these rows before the mempool is listed. Otherwise a transaction that a push records in
  // between is not in the list and counts as missing.
  const [known, newAddresses] = await Promise.all([
    listUnconfirmed(database.db, network, startedAt),
    ledger.newAddresses(network),
  ]);
  const newScripts = newAddresses.map(({ script }) => script);
  const counting = known.filter(({ gone }) => !gone);
  const watched = createWatchedScriptReader(follower, cursor);
  const view = await source.mempool(listOpen, newScripts, watched);
  if (!view) return 'source_not_ready';
  // A new block may have confirmed transactions that left the mempool. They must not count as
  // missing.
  if ((await source.tip()).hash !== cursor.hash) return 'chain_moved';

  const spenders = spendersByOutpoint(counting);
  const mined = await scanMinedTransactions(follower, view, cursor, spenders);
  const scanned = await scanView(follower, view, cursor, spenders);
  const findings = unrecorded(scanned, known, newAddresses);
  const presence = await comparePresence(follower, view, [findings, ...mined], known, spenders);
  const upTo = [startedAt, view.readUpTo, dueUpTo].flatMap((moment) => moment?.getTime() ?? []);
  const readAt = new Date(Math.min(...upTo));
  const changes = { view, findings, mined, presence, newAddresses, readAt };
  if (hasNews(changes)) {
    await database.db.transaction(async (tx) => {
      await lockCursor(tx, epoch, cursor);
      await recordChanges(tx, follower, epoch, cursor, changes);
    });
  } else if (!view.isPartial) {
    await recordFullRead(database.db, follower, epoch, cursor, readAt);
  }
  view.done();
  return view.isPartial ? 'source_not_ready' : 'complete';
}

interface Changes {
  readonly view: MempoolView;
  readonly findings: ScanFindings;
  /** Transactions that an earlier read of their block missed. */
  readonly mined: readonly MissedBlockFindings[];
  readonly presence: Presence;
  readonly newAddresses: readonly UnsearchedAddress[];
  /** The time up to which the chain has been read. Recorded only if the view is not partial. */
  readonly readAt: Date;
}

function hasNews({ findings, mined, presence, newAddresses }: Changes): boolean {
  const { back, missing, gone } = presence;
  return [affectedTxids(findings), mined, back, missing, gone, newAddresses].some(
    (list) => list.length > 0,
  );
}

async function recordChanges(
  tx: Db,
  follower: Follower,
  epoch: CursorEpoch,
  cursor: BlockRef,
  { view, findings, mined, presence, newAddresses, readAt }: Changes,
): Promise<void> {
  const { network, ledger } = follower;
  const now = follower.clock();
  for (const one of mined) await recordFindings(tx, follower, one, one.height, now);
  await recordTransactions(tx, network, findings.transactions, null, now);
  await ledger.record(tx, network, findings.outputs);
  await recordReplacements(tx, network, [...findings.replacements, ...presence.replaced], now);
  await markMempoolPresence(tx, network, presence.back, { gone: false, missingSince: null });
  const listed = [...findings.transactions.map(({ txid }) => txid), ...presence.back];
  await dropConflictingTransactions(tx, network, listed, cursor.height, now);
  await markMempoolPresence(tx, network, presence.missing, { gone: false, missingSince: now });
  await markMempoolPresence(tx, network, presence.gone, { gone: true });
  if (!view.isPartial) await recordFullRead(tx, follower, epoch, cursor, readAt);
  const replaced = presence.replaced.map(({ txid }) => txid);
  const found = [findings, ...mined].flatMap(affectedTxids);
  const touched = [...found, ...presence.back, ...presence.gone, ...replaced];
  if (touched.length > 0) await ledger.settle(tx, network, touched, cursor.height, now);
  await ledger.searched(tx, network, newAddresses, cursor.height, now);
}

async function scanView(
  follower: Follower,
  view: MempoolView,
  cursor: BlockRef,
  counting: ReadonlyMap<string, string>,
): Promise<ScanFindings> {
  const all = { transactions: [], outputs: [], replacements: [], tooOld: [] } as {
    [K in keyof ScanFindings]: ScanFindings[K][number][];
  };
  if (view.transactions.length === 0) return all;
  const prior = new PriorDeposits(follower, cursor);
  const spenders = new Map(counting);
  for (let start = 0; start < view.transactions.length; start += TRANSACTIONS_PER_SCAN) {
    const part = view.transactions.slice(start, start + TRANSACTIONS_PER_SCAN);
    const scanned = part.map(({ raw }) => scanTransaction(raw));
    const found = await scanTransactions(follower, scanned, null, spenders, prior);
    all.transactions.push(...found.transactions);
    all.outputs.push(...found.outputs);
    all.replacements.push(...found.replacements);
  }
  return all;
}

/**
 * Leaves out transactions that a push has already recorded, because recording them again would
 * delay pushes. Keeps transactions that pay a new address, because they may have been recorded
 * before the address was watched.
 */
function unrecorded(
  findings: ScanFindings,
  known: readonly RecordedUnconfirmed[],
  newAddresses: readonly UnsearchedAddress[],
): ScanFindings {
  const recorded = new Set(known.flatMap(({ txid, gone }) => (gone ? [] : [txid])));
  const added = new Set(newAddresses.map(({ script }) => script));
  for (const { txid, script } of findings.outputs) if (added.has(script)) recorded.delete(txid);
  const isNew = ({ txid }: { readonly txid: string }) => !recorded.has(txid);
  const { transactions, outputs } = findings;
  return { ...findings, transactions: transactions.filter(isNew), outputs: outputs.filter(isNew) };
}

interface Presence {
  readonly back: string[];
  readonly missing: string[];
  readonly gone: string[];
  /**
   * Replacements by a conflicting transaction that has returned to the mempool. Of two transactions
   * that spend the same output, at most one counts.
   */
  readonly replaced: Replacement[];
}

async function comparePresence(
  follower: Follower,
  view: MempoolView,
  findings: readonly ScanFindings[],
  known: readonly RecordedUnconfirmed[],
  spenders: ReadonlyMap<string, string>,
): Promise<Presence> {
  const now = follower.clock();
  const decided = new Set(findings.flatMap(affectedTxids));
  const presence: Presence = { back: [], missing: [], gone: [], replaced: [] };
  const found = new Set(findings.flatMap((one) => one.replacements.map(({ txid }) => txid)));
  for (const { txid, spends, gone, missingSince } of known) {
    if (decided.has(txid) && !gone) continue;
    const present = await view.has(txid);
    if (present === undefined) continue;
    if (present && gone) {
      const rivals = new Set(spends.flatMap((outpoint) => spenders.get(outpoint) ?? []));
      const standing = [...rivals].filter((rival) => !found.has(rival));
      if (!(await areAbsent(view, standing))) continue;
      presence.replaced.push(...standing.map((rival) => ({ txid: rival, by: txid })));
      presence.back.push(txid);
    } else if (present) {
      if (missingSince) presence.back.push(txid);
    } else if (!gone && (!missingSince || missingSince > now)) {
      // A time in the future comes from a wrong clock, so the grace period starts again.
      presence.missing.push(txid);
    } else if (!gone && graceIsOver(missingSince, now)) {
      presence.gone.push(txid);
    }
  }
  const replaced = new Set(presence.replaced.map(({ txid }) => txid));
  const stays = (txid: string) => !replaced.has(txid);
  return {
    ...presence,
    missing: presence.missing.filter(stays),
    gone: presence.gone.filter(stays),
  };
}

async function areAbsent(view: MempoolView, txids: readonly string[]): Promise<boolean> {
  for (const txid of txids) if ((await view.has(txid)) !== false) return false;
  return true;
}

function graceIsOver(missingSince: Date | null, now: Date): boolean {
  return missingSince !== null && now.getTime() - missingSince.getTime() >= MEMPOOL_GRACE_MS;
}
