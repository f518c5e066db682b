import { hasAddress } from '@/lib/bitcoin/has-address';
import { outpointMark, type ScannedOutput, type ScannedTransaction } from '@/lib/bitcoin/scan';
import type { EarlierMoney } from './earlier-money';
import type { Follower, FoundOutput, Watched } from './ledger';
import type { FoundTransaction, Replacement } from './transactions';

/** The findings of a block, or of a look at the mempool. */
export interface Findings {
  readonly transactions: readonly FoundTransaction[];
  readonly outputs: readonly FoundOutput[];
  readonly replacements: readonly Replacement[];
  /**
   * Transactions in a block that precedes their payments. They count only if seen unconfirmed
   * since, where nothing tells which block a payment began at.
   */
  readonly tooOld: readonly string[];
}

const SCRIPTS_PER_QUERY = 20_000;

/**
 * Finds transactions that pay us, and transactions that conflict with an unconfirmed one of ours.
 * The cost depends on the given transactions, not on the number of payments.
 *
 * @param height of their block; null for the mempool
 * @param spenders outpoint → our unconfirmed transaction; new findings are added
 * @param earlier tells money that is older than a payment
 */
export async function scanTransactions(
  follower: Follower,
  scanned: readonly ScannedTransaction[],
  height: number | null,
  spenders: Map<string, string>,
  earlier: EarlierMoney,
): Promise<Findings> {
  const outputs: FoundOutput[] = [];
  const ours = new Map<string, FoundTransaction>();
  const tooOld = new Set<string>();
  const parts = await Promise.all(payableParts(scanned).map((part) => findWatched(follower, part)));
  for (const { tx, output, watched } of parts.flat()) {
    const txid = tx.txid();
    const owner = await ownerOf(watched, txid, height, earlier);
    if (!owner) {
      tooOld.add(txid);
      continue;
    }
    outputs.push({ txid, vout: output.vout, sats: output.sats, paymentId: owner.paymentId });
    ours.set(txid, { txid, spends: tx.inputs() });
  }
  const replacements = findReplacements(scanned, spenders);
  for (const { txid, spends } of ours.values()) {
    for (const outpoint of spends) spenders.set(outpoint, txid);
  }
  return { transactions: [...ours.values()], outputs, replacements, tooOld: [...tooOld] };
}

/** The first payment that is not younger than the transaction. */
async function ownerOf(
  watched: readonly Watched[],
  txid: string,
  height: number | null,
  earlier: EarlierMoney,
): Promise<Watched | undefined> {
  for (const one of watched) if (!(await earlier.includes(one, txid, height))) return one;
  return undefined;
}

/** Outputs that may pay us, with their scripts in hex in the same order. */
interface Payable {
  readonly scripts: string[];
  readonly outputs: { readonly tx: ScannedTransaction; readonly output: ScannedOutput }[];
}

/** Parallel lists and no map: only a few of thousands of outputs are looked at again. */
function payableParts(scanned: readonly ScannedTransaction[]): Payable[] {
  const parts: Payable[] = [];
  let part: Payable | undefined;
  for (const tx of scanned) {
    for (const output of tx.outputs) {
      const { script } = output;
      if (!hasAddress(script)) continue;
      if (part?.scripts.length === SCRIPTS_PER_QUERY) part = undefined;
      if (!part) {
        part = { scripts: [], outputs: [] };
        parts.push(part);
      }
      part.scripts.push(
        Buffer.from(script.buffer, script.byteOffset, script.length).toString('hex'),
      );
      part.outputs.push({ tx, output });
    }
  }
  return parts;
}

interface Match {
  readonly tx: ScannedTransaction;
  readonly output: ScannedOutput;
  readonly watched: readonly Watched[];
}

async function findWatched(
  { ledger, network }: Follower,
  { scripts, outputs }: Payable,
): Promise<Match[]> {
  const found = await ledger.watched(network, scripts);
  if (found.size === 0) return [];
  return scripts.flatMap((script, n) => {
    const [watched, output] = [found.get(script), outputs[n]];
    return watched && output ? { ...output, watched } : [];
  });
}

/** Transactions of ours that spend an outpoint which one of the scanned ones spends as well. */
export function findReplacements(
  scanned: readonly ScannedTransaction[],
  spenders: ReadonlyMap<string, string>,
): Replacement[] {
  if (spenders.size === 0) return [];
  const replaced = new Map<string, string>();
  const marks = new Set([...spenders.keys()].map(outpointMark));
  for (const tx of scanned) {
    if (!tx.maySpend(marks)) continue;
    for (const outpoint of tx.inputs()) {
      const txid = spenders.get(outpoint);
      if (txid !== undefined && txid !== tx.txid()) replaced.set(txid, tx.txid());
    }
  }
  return [...replaced].map(([txid, by]) => ({ txid, by }));
}
