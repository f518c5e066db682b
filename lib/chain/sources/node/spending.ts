import { z } from 'zod';
import type { Rpc, RpcCall } from './rpc';

const estimate = z.object({ feerate: z.number().positive().optional() });

/** Blocks within which a transaction with the estimated fee confirms: about an hour. */
const FEE_BLOCKS = 6;
/** Satoshis per virtual byte for 1 BTC per 1,000 virtual bytes. */
const SATS_PER_VBYTE = 100_000;

/** Which of these outpoints are spent, also by the mempool. */
export async function readSpent(
  rpc: Rpc,
  outpoints: readonly string[],
): Promise<ReadonlySet<string>> {
  const unspent = await rpc.batch(z.unknown(), outpoints.map(unspentOutput));
  return new Set(outpoints.filter((_, place) => unspent[place] === null));
}

/** Satoshis per virtual byte; undefined while the node has no estimate, as on a new network. */
export async function readFeeRate(rpc: Rpc): Promise<number | undefined> {
  const { feerate } = await rpc.call(estimate, 'estimatesmartfee', FEE_BLOCKS);
  return feerate === undefined ? undefined : feerate * SATS_PER_VBYTE;
}

/** A call that returns null for an output that is spent. */
function unspentOutput(outpoint: string): RpcCall {
  const [txid, vout] = outpoint.split(':');
  return ['gettxout', txid, Number(vout), true];
}
