import { setImmediate as yieldToLoop } from 'node:timers/promises';
import { z } from 'zod';
import { BITCOIN_PARAMETERS } from '@/lib/bitcoin/network';
import { scanBlock } from '@/lib/bitcoin/scan';
import type { Network } from '@/lib/domain/network';
import { type ListenOptions, listenToNode } from '../../push/listen-to-node';
import { type ChainSource, type MempoolView, type RawTransaction, SourceError } from '../../source';
import { SeenTransactions } from '../seen-transactions';
import type { NodeAccess } from './exchange';
import { lacksOldBlocks } from './lacks-old-blocks';
import { PUSH_METHODS, READ_METHODS } from './methods';
import {
  createRpc,
  RPC_INVALID_PARAMETER,
  RPC_MISC,
  RPC_NOT_FOUND,
  type Rpc,
  RpcError,
} from './rpc';
import { readFeeRate, readSpentOutpoints } from './spending';

const MEMPOOL_BATCH = 500;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
// Decoding also validates, because it stops at the first character that is not hex. A regex takes
// ten times as long.
const hex = z
  .string()
  .min(2)
  .refine((text) => Buffer.from(text, 'hex').length * 2 === text.length);
const chainInfo = z.object({
  chain: z.string(),
  blocks: z.number().int(),
  headers: z.number().int(),
  bestblockhash: hash,
  mediantime: z.number().int(),
  initialblockdownload: z.boolean(),
  verificationprogress: z.number().optional(),
});

const mempoolInfo = z.object({ loaded: z.boolean().default(true) });
// The txids are only compared and sent back. Validating them would double the time of the read.
const txids = z.array(z.string());

export type NodePushOptions = Omit<ListenOptions, 'url' | 'access'>;

/**
 * Creates a source that reads a Bitcoin node by JSON-RPC. It reads only raw bytes, so the node
 * needs no wallet and no index.
 *
 * @param url `http://user:pass@host:port`
 * @param push how to listen to the node; "off" to not listen
 */
export function createBitcoindSource(
  network: Network,
  url: URL,
  clock: () => Date = () => new Date(),
  push: NodePushOptions | 'off' = {},
  access: NodeAccess = {},
): ChainSource {
  const rpc = createRpc(url, undefined, undefined, access);
  const seen = new SeenTransactions();
  const methods = push === 'off' ? READ_METHODS : [...READ_METHODS, ...PUSH_METHODS];
  let areAllowed = false;

  /**
   * Checks the permissions for all RPC methods now. Otherwise a missing permission might show only
   * days later, when a read first needs the method.
   */
  async function checkMethods(): Promise<void> {
    if (areAllowed) return;
    await rpc.checkAllowed(methods);
    areAllowed = true;
  }

  async function info() {
    const answer = await faultsOf(rpc.call(chainInfo, 'getblockchaininfo'));
    if (answer.chain !== BITCOIN_PARAMETERS[network].nodeName) {
      throw new SourceError(
        'wrong_network',
        `the node is on the network "${answer.chain}", not on ${network}`,
      );
    }
    return answer;
  }

  return {
    async tip() {
      await checkMethods();
      const node = await info();
      const tip = { height: node.blocks, hash: node.bestblockhash };
      if (!isSyncing(network, node) && !lacksOldBlocks(node, clock())) return tip;
      return { ...tip, isSyncing: true, progress: node.verificationprogress };
    },

    async hashAt(height) {
      try {
        return await faultsOf(rpc.call(hash, 'getblockhash', height));
      } catch (error) {
        if (error instanceof RpcError && error.code === RPC_INVALID_PARAMETER) return undefined;
        throw error;
      }
    },

    async block(blockHash) {
      return scanBlock(await faultsOf(rpc.bytes('getblock', blockHash, 0)));
    },

    feeOf: (txid, blockHash) => faultsOf(readFee(rpc, txid, blockHash)),

    spending: {
      spent: (outpoints) => faultsOf(readSpentOutpoints(rpc, outpoints)),
      feeRate: () => faultsOf(readFeeRate(rpc)),
    },

    async mempool(_open, newScripts) {
      const [node, listed] = await Promise.all([info(), faultsOf(listMempool(rpc))]);
      if (!listed) return undefined;
      const view = await faultsOf(
        seen.read(listed, newScripts, (wanted) => fetchSome(rpc, wanted)),
      );
      const lacksBlocks = node.headers > node.blocks || isSyncing(network, node);
      return lacksBlocks ? partial(view) : view;
    },

    ...(push === 'off'
      ? {}
      : {
          pushed: {
            listen: (news) => listenToNode({ ...push, url, access }, news),
            async unconfirmed(named) {
              const [found] = await Promise.all([faultsOf(fetchUnconfirmed(rpc, named)), info()]);
              return found;
            },
          },
        }),
  };
}

/**
 * Returns the fee in satoshis of a transaction in the mempool or in a block; undefined if unknown.
 * For a block, the node must still have the outputs that the transaction spends (Bitcoin Core 25 or
 * later).
 */
async function readFee(
  rpc: Rpc,
  txid: string,
  blockHash: string | null,
): Promise<number | undefined> {
  const [answer] = await rpc.batch(z.unknown(), [
    blockHash === null ? ['getmempoolentry', txid] : ['getrawtransaction', txid, 2, blockHash],
  ]);
  const entry = z.object({ fees: z.object({ base: z.number() }) }).safeParse(answer);
  const mined = z.object({ fee: z.number() }).safeParse(answer);
  const bitcoin = entry.data?.fees.base ?? mined.data?.fee;
  return bitcoin === undefined ? undefined : Math.round(bitcoin * 100_000_000);
}

/** Returns undefined while the node loads its mempool. */
async function listMempool(rpc: Rpc): Promise<ReadonlySet<string> | undefined> {
  const { loaded } = await rpc.call(mempoolInfo, 'getmempoolinfo');
  if (!loaded) return undefined;
  const list = await rpc.call(txids, 'getrawmempool');
  // Processing a list of 50,000 txids has blocked this thread for some milliseconds.
  await yieldToLoop();
  return new Set(list);
}

/** A regtest node reports that it is syncing whenever its last block is a day old. */
function isSyncing(network: Network, node: z.infer<typeof chainInfo>): boolean {
  return node.initialblockdownload && !BITCOIN_PARAMETERS[network].disposable;
}

/** While a node lacks blocks, a transaction that it does not list may be in one of them. */
function partial(view: MempoolView): MempoolView {
  const has = async (txid: string) => (await view.has(txid)) || undefined;
  return { ...view, has, isPartial: true };
}

/**
 * Leaves out transactions that have left the mempool since it was listed. The next read finds out
 * what happened to them.
 */
async function fetchSome(rpc: Rpc, txids: readonly string[]): Promise<RawTransaction[]> {
  const answers = await rpc.batch(
    hex,
    txids.map((txid) => ['getrawtransaction', txid] as const),
  );
  return txids.flatMap((txid, index) => {
    const raw = answers[index];
    return typeof raw === 'string' ? { txid, raw: Buffer.from(raw, 'hex') } : [];
  });
}

/** Leaves out mined transactions, which a node with a transaction index also returns. */
async function fetchUnconfirmed(rpc: Rpc, named: readonly string[]): Promise<RawTransaction[]> {
  const found: RawTransaction[] = [];
  for (let start = 0; start < named.length; start += MEMPOOL_BATCH) {
    const part = named.slice(start, start + MEMPOOL_BATCH);
    const answers = await rpc.batch(
      z.unknown(),
      part.flatMap((txid) => [
        ['getrawtransaction', txid],
        ['getmempoolentry', txid],
      ]),
    );
    for (const [index, txid] of part.entries()) {
      const [raw, entry] = answers.slice(2 * index);
      const known = hex.safeParse(raw);
      if (!known.success || entry instanceof RpcError) continue;
      found.push({ txid, raw: Buffer.from(known.data, 'hex') });
    }
  }
  return found;
}

/** Converts RPC errors for which the source is responsible into a SourceError. */
async function faultsOf<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof RpcError) || error.code === RPC_INVALID_PARAMETER) throw error;
    if (error.code === RPC_MISC && /pruned/i.test(error.message)) {
      throw new SourceError(
        'pruned',
        'the node has pruned a block that is still needed; use a node that keeps it',
        { cause: error },
      );
    }
    if (error.code === RPC_MISC && /not (fully downloaded|found on disk)/i.test(error.message)) {
      throw new SourceError(
        'loading',
        'the node has not fully downloaded a block yet; it is asked again until it has',
        { cause: error },
      );
    }
    if (error.code === RPC_NOT_FOUND || error.code === RPC_MISC) {
      throw new SourceError('bad_answer', `the node cannot give a block: ${error.message}`, {
        cause: error,
      });
    }
    throw new SourceError('bad_answer', `the node returned an error: ${error.message}`, {
      cause: error,
    });
  }
}
