import { z } from 'zod';
import type { Rpc, RpcCall } from './rpc';

const estimate = z.object({ feerate: z.number().positive().optional() });

/** Fee estimates are for a confirmation within about an hour. */
const FEE_BLOCKS = 6;
/** Bitcoin Core estimates in BTC per 1,000 virtual bytes. */
const SATS_PER_VBYTE = 100_000;

/** Returns which of these outpoints are spent. Unconfirmed transactions count too. */
export async function readSpentOutpoints(
  rpc: Rpc,
  outpoints: readonly string[],
): Promise<ReadonlySet<string>> {
  const unspent = await rpc.batch(z.unknown(), outpoints.map(unspentOutput));
  return new Set(outpoints.filter((_, place) => unspent[place] === null));
}

/**
 * Returns the fee rate in satoshis per virtual byte; undefined while the node has no estimate, for
 * example on a new network.
 */
export async function readFeeRate(rpc: Rpc): Promise<number | undefined> {
  const { feerate } = await rpc.call(estimate, 'estimatesmartfee', FEE_BLOCKS);
  return feerate === undefined ? undefined : feerate * SATS_PER_VBYTE;
}

/** The call's result is null for a spent output. */
function unspentOutput(outpoint: string): RpcCall {
  const [txid, vout] = outpoint.split(':');
  return ['gettxout', txid, Number(vout), true];
}
