import type { ScannedTransaction } from '@/lib/bitcoin/scan';
import { toSats } from '@/lib/domain/sats';
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
const OP_RETURN = 0x6a;

/**
 * Finds transactions that pay us, and transactions that conflict with an unconfirmed one of ours.
 * The cost depends on the given transactions, not on the number of payments.
 *
 * @param height of their block; null for the mempool
 * @param spenders outpoint → our unconfirmed transaction; new findings are added
 * @param earlier tells money that is older than a payment
 */
export async function scanTransactions(
  { ledger, network }: Follower,
  scanned: readonly ScannedTransaction[],
  height: number | null,
  spenders: Map<string, string>,
  earlier: EarlierMoney,
): Promise<Findings> {
  const byScript = groupByScript(scanned);
  const outputs: FoundOutput[] = [];
  const ours = new Map<string, FoundTransaction>();
  const tooOld = new Set<string>();
  const scripts = [...byScript.keys()];
  for (let start = 0; start < scripts.length; start += SCRIPTS_PER_QUERY) {
    const part = scripts.slice(start, start + SCRIPTS_PER_QUERY);
    for (const [script, watched] of await ledger.watched(network, part)) {
      for (const { tx, vout, sats } of byScript.get(script) ?? []) {
        const txid = tx.txid();
        const owner = await ownerOf(watched, txid, height, earlier);
        if (!owner) {
          tooOld.add(txid);
          continue;
        }
        outputs.push({ txid, vout, sats: toSats(sats), paymentId: owner.paymentId });
        ours.set(txid, { txid, spends: tx.inputs() });
      }
    }
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

interface Candidate {
  readonly tx: ScannedTransaction;
  readonly vout: number;
  readonly sats: number;
}

function groupByScript(scanned: readonly ScannedTransaction[]): Map<string, Candidate[]> {
  const byScript = new Map<string, Candidate[]>();
  for (const tx of scanned) {
    for (const { vout, sats, script } of tx.outputs) {
      if (script.length === 0 || script[0] === OP_RETURN) continue;
      const key = Buffer.from(script.buffer, script.byteOffset, script.length).toString('hex');
      const candidates = byScript.get(key);
      if (candidates) candidates.push({ tx, vout, sats });
      else byScript.set(key, [{ tx, vout, sats }]);
    }
  }
  return byScript;
}

function findReplacements(
  scanned: readonly ScannedTransaction[],
  spenders: ReadonlyMap<string, string>,
): Replacement[] {
  if (spenders.size === 0) return [];
  const replaced = new Map<string, string>();
  for (const tx of scanned) {
    for (const outpoint of tx.inputs()) {
      const txid = spenders.get(outpoint);
      if (txid !== undefined && txid !== tx.txid()) replaced.set(txid, tx.txid());
    }
  }
  return [...replaced].map(([txid, by]) => ({ txid, by }));
}
