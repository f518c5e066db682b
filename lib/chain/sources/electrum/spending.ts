import { type ScannedTransaction, scanTransaction } from '@/lib/bitcoin/scan';
import type { SpendingReader } from '../../source';
import type { ProvenTransactionReader } from './proven-transaction-reader';
import type { ElectrumRequests } from './requests';

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
