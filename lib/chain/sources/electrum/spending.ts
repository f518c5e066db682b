import { type ScannedTransaction, scanTransaction } from '@/lib/bitcoin/scan';
import type { RawTransaction, SpendingReader, UnconfirmedTransaction } from '../../source';
import type { ProvenTransactionReader } from './proven-transaction-reader';
import type { ElectrumRequests } from './requests';

/** At most this many inputs of a missing transaction are checked for a conflict. */
const MAX_INPUTS = 5;
/** Transactions to check for the script of each input, newest first. */
const MAX_CANDIDATES = 25;
/**
 * A fee look-up costs one request per input, so it is skipped for transactions with more inputs.
 */
const MAX_FEE_INPUTS = 200;

interface SpentOutput {
  readonly outpoint: string;
  readonly sats: number;
  readonly script: string;
}

async function outputsAt(
  proofs: ProvenTransactionReader,
  outpoints: readonly string[],
): Promise<SpentOutput[]> {
  const parts = outpoints.map((outpoint) => [outpoint, ...outpoint.split(':')] as const);
  const found = await proofs.transactions(parts.map(([, txid = '']) => txid));
  const scanned = new Map<string, ScannedTransaction['outputs']>();
  for (const [txid, { raw }] of found) scanned.set(txid, scanTransaction(raw).outputs);
  return parts.flatMap(([outpoint, txid = '', vout]) => {
    const output = scanned.get(txid)?.[Number(vout)];
    if (!output) return [];
    return { outpoint, sats: output.sats, script: Buffer.from(output.script).toString('hex') };
  });
}

export function createSpendingReader(
  ask: ElectrumRequests,
  proofs: ProvenTransactionReader,
): SpendingReader {
  return {
    async spent(outpoints) {
      const outputs = await outputsAt(proofs, outpoints);
      const unspent = await ask.unspent(outputs.map(({ script }) => script));
      return new Set(
        outputs.flatMap(({ outpoint }, at) =>
          unspent[at] && !unspent[at].includes(outpoint) ? outpoint : [],
        ),
      );
    },
    feeRate: () => ask.feeRate(),
  };
}

/**
 * Returns a transaction's fee in satoshis; undefined if it has too many inputs, or unknown ones.
 */
export async function readTransactionFee(
  proofs: ProvenTransactionReader,
  txid: string,
): Promise<number | undefined> {
  const found = (await proofs.transactions([txid])).get(txid);
  if (!found) return undefined;
  const transaction = scanTransaction(found.raw);
  const inputs = transaction.inputs();
  if (inputs.length > MAX_FEE_INPUTS) return undefined;
  const spent = await outputsAt(proofs, inputs);
  if (spent.length < inputs.length) return undefined;
  const sum = (outputs: readonly { readonly sats: number }[]) =>
    outputs.reduce((total, { sats }) => total + sats, 0);
  return sum(spent) - sum(transaction.outputs);
}

/**
 * Returns a transaction that conflicts with our missing one; undefined if none is found. Checks the
 * newest transactions of each script whose output our transaction spends.
 */
export async function findConflict(
  ask: ElectrumRequests,
  proofs: ProvenTransactionReader,
  { txid: missing, spends }: UnconfirmedTransaction,
): Promise<RawTransaction | undefined> {
  const spent = await outputsAt(proofs, spends.slice(0, MAX_INPUTS));
  const histories = await ask.histories([...new Set(spent.map(({ script }) => script))]);
  const newest = histories.flatMap((entries = []) => entries.slice(-MAX_CANDIDATES));
  const found = await proofs.transactions(newest.map(({ txid }) => txid));
  const ours = new Set(spends);
  return [...found.values()].find(
    ({ txid, raw }) =>
      txid !== missing &&
      scanTransaction(raw)
        .inputs()
        .some((outpoint) => ours.has(outpoint)),
  );
}
