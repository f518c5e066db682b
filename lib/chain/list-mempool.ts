import { z } from 'zod';
import type { KeptMempool } from './kept-mempool';
import type { Totals } from './mempool-totals';
import type { Rpc } from './rpc';

const txids = z.array(z.string().regex(/^[0-9a-f]{64}$/));
const numbered = z.object({ txids, mempool_sequence: z.number().int() });
const totals = z.object({
  loaded: z.boolean().default(true),
  size: z.number(),
  bytes: z.number(),
  total_fee: z.number().optional(),
});
/** The part of a transaction in the totals; not all versions of the node tell it. */
export const mempoolEntry = z.object({
  vsize: z.number().optional(),
  fees: z.object({ base: z.number() }).optional(),
});
export type MempoolEntry = z.infer<typeof mempoolEntry>;

export interface MempoolList {
  readonly txids: ReadonlySet<string>;
  /** Set when only these came since the last list. */
  readonly fresh?: ReadonlySet<string>;
}

/**
 * The transactions of a node's mempool. It is listed only when it may differ from what is kept of it:
 * a list of 50,000 has three megabytes, and the node accepts no transaction while it makes one.
 *
 * @returns undefined while the node loads its mempool
 * @throws RpcError | SourceError
 */
export async function listMempool(rpc: Rpc, kept: KeptMempool): Promise<MempoolList | undefined> {
  let isLoaded = true;
  const ask = async (): Promise<Totals> => {
    const info = await rpc.call(totals, 'getmempoolinfo');
    isLoaded = info.loaded;
    return { count: info.size, vbytes: info.bytes, fees: toSats(info.total_fee) };
  };
  const holds = await kept.holds(ask);
  if (!isLoaded) return undefined;
  if (holds && kept.txids) return { txids: kept.txids, fresh: kept.fresh };
  if (!kept.isTold) return { txids: new Set(await rpc.call(txids, 'getrawmempool')) };
  kept.beginList();
  const list = await rpc.call(numbered, 'getrawmempool', false, true);
  const listed = new Set(list.txids);
  kept.endList(listed, BigInt(list.mempool_sequence));
  // The next read does without a list if this succeeds, and meets the same fault if it does not.
  kept.learn(ask).catch(() => {});
  return { txids: listed };
}

/** Notes what a transaction adds to the totals of the mempool. */
export function measure(kept: KeptMempool, txid: string, { vsize, fees }: MempoolEntry): void {
  if (!kept.isTold || vsize === undefined || !fees) return;
  kept.measure(txid, { vbytes: vsize, fees: toSats(fees.base) });
}

/** NaN, which equals nothing, for a version of the node that does not tell. */
const toSats = (bitcoins = Number.NaN) => Math.round(bitcoins * 1e8);
