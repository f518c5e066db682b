import { setImmediate as yieldToLoop } from 'node:timers/promises';
import {
  outpointFingerprint,
  type ScannedOutput,
  type ScannedTransaction,
} from '@/lib/bitcoin/scan';
import type { Follower, FoundOutput, WatchedScript } from './ledger';
import type { PriorDeposits } from './prior-deposits';
import type { Replacement } from './replacements';
import type { FoundTransaction } from './transactions';

/** What concerns our payments and refunds in a block or in a read of the mempool. */
export interface ScanFindings {
  readonly transactions: readonly FoundTransaction[];
  readonly outputs: readonly FoundOutput[];
  readonly replacements: readonly Replacement[];
  /**
   * Transactions whose block is older than their payment. They count only if they were recorded
   * while unconfirmed, after the payment was created.
   */
  readonly tooOld: readonly string[];
}

/** About half of a full block. The queries of a block run concurrently. */
const SCRIPTS_PER_QUERY = 5_000;

/**
 * Finds transactions that pay us, and transactions that conflict with an unconfirmed one of ours.
 * The time depends on the number of scanned transactions, not on the number of payments.
 *
 * @param height the height of their block; null for the mempool
 * @param spenders maps outpoints to our unconfirmed transactions that spend them; the transactions
 *   found here are added to the map
 * @param prior recognizes deposits that are older than their payment
 */
export async function scanTransactions(
  follower: Follower,
  scanned: readonly ScannedTransaction[],
  height: number | null,
  spenders: Map<string, string>,
  prior: PriorDeposits,
): Promise<ScanFindings> {
  const outputs: FoundOutput[] = [];
  const ours = new Map<string, FoundTransaction>();
  const tooOld = new Set<string>();
  for (const { tx, vout, sats, watched } of await findWatched(follower, scanned)) {
    const txid = tx.txid();
    const owner = await ownerOf(watched, txid, height, prior);
    if (!owner) {
      tooOld.add(txid);
      continue;
    }
    const { script, paymentId } = owner;
    outputs.push({ txid, vout, sats, script, paymentId });
    ours.set(txid, { txid, spends: tx.inputs() });
  }
  const replacements = findReplacements(scanned, spenders);
  for (const { txid, spends } of ours.values()) {
    for (const outpoint of spends) spenders.set(outpoint, txid);
  }
  return { transactions: [...ours.values()], outputs, replacements, tooOld: [...tooOld] };
}

/** Returns the script's first payment or refund that was created before the transaction. */
async function ownerOf(
  watched: readonly WatchedScript[],
  txid: string,
  height: number | null,
  prior: PriorDeposits,
): Promise<WatchedScript | undefined> {
  for (const one of watched) if (!(await prior.includes(one, txid, height))) return one;
  return undefined;
}

interface PayingOutput extends Pick<ScannedOutput, 'vout' | 'sats'> {
  readonly tx: ScannedTransaction;
  /** scriptPubKey, lower-case hex. */
  readonly script: string;
}

/** Yields to the event loop between queries, because this thread also serves requests. */
async function findWatched({ ledger, network }: Follower, scanned: readonly ScannedTransaction[]) {
  const parts: Promise<(PayingOutput & { readonly watched: readonly WatchedScript[] })[]>[] = [];
  for (const outputs of outputParts(scanned)) {
    const scripts = outputs.map(({ script }) => script).join();
    const part = ledger.watched(network, scripts).then((found) =>
      outputs.flatMap((output) => {
        const watched = found.get(output.script);
        return watched ? { ...output, watched } : [];
      }),
    );
    // Prevents an unhandled rejection before the promise is awaited.
    part.catch(() => {});
    parts.push(part);
    await yieldToLoop();
  }
  return (await Promise.all(parts)).flat();
}

/** The scripts of P2WSH and P2TR are the longest that have an address. */
const MAX_SCRIPT_BYTES = 34;

function* outputParts(scanned: readonly ScannedTransaction[]): Generator<PayingOutput[]> {
  let part: PayingOutput[] = [];
  for (const tx of scanned) {
    if (part.length >= SCRIPTS_PER_QUERY) {
      yield part;
      part = [];
    }
    for (const { vout, sats, script } of tx.outputs) {
      if (script.length > MAX_SCRIPT_BYTES) continue;
      const view = Buffer.from(script.buffer, script.byteOffset, script.length);
      part.push({ tx, vout, sats, script: view.toString('hex') });
    }
  }
  if (part.length > 0) yield part;
}

export function findReplacements(
  scanned: readonly ScannedTransaction[],
  spenders: ReadonlyMap<string, string>,
): Replacement[] {
  if (spenders.size === 0) return [];
  const replaced = new Map<string, string>();
  const marks = new Set([...spenders.keys()].map(outpointFingerprint));
  for (const tx of scanned) {
    if (!tx.maySpend(marks)) continue;
    for (const outpoint of tx.inputs()) {
      const txid = spenders.get(outpoint);
      if (txid !== undefined && txid !== tx.txid()) replaced.set(txid, tx.txid());
    }
  }
  return [...replaced].map(([txid, by]) => ({ txid, by }));
}
