import { z } from 'zod';
import { BITCOIN_FACTS } from '@/lib/bitcoin/network';
import type { Network } from '@/lib/domain/network';
import { KeptMempool } from './kept-mempool';
import { listMempool, type MempoolEntry, measure, mempoolEntry } from './list-mempool';
import { lacksOldBlocks, MissingBlocks } from './missing-blocks';
import { type ListenTiming, listenToNode } from './node-pushes';
import {
  createRpc,
  RPC_INVALID_PARAMETER,
  RPC_MISC,
  RPC_NOT_FOUND,
  type Rpc,
  RpcError,
} from './rpc';
import { SeenTransactions } from './seen-transactions';
import {
  type ChainSource,
  type MempoolView,
  type Pushes,
  type RawTransaction,
  SourceError,
} from './source';
import type { Address } from './zmq/connect';

const MEMPOOL_BATCH = 500;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
// Decoding stops at the first non-hex character; a pattern takes ten times as long.
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

export interface NodePushOptions {
  /** ZMQ addresses; absent: those that the node names. */
  readonly publishers?: readonly Address[];
  /** From 0 up to 1. */
  readonly random?: () => number;
  readonly timing?: ListenTiming;
}

/**
 * A Bitcoin node over JSON-RPC. Reads raw bytes only, so the node needs no wallet and no index.
 *
 * @param url `http://user:pass@host:port`
 * @param push how to listen to the node; "off": not at all
 */
export function createBitcoindSource(
  network: Network,
  url: URL,
  clock: () => Date = () => new Date(),
  push: NodePushOptions | 'off' = {},
): ChainSource {
  const rpc = createRpc(url);
  const missing = new MissingBlocks(clock);
  const seen = new SeenTransactions();
  const kept = new KeptMempool(clock);

  async function info() {
    const answer = await faultsOf(rpc.call(chainInfo, 'getblockchaininfo'));
    if (answer.chain !== BITCOIN_FACTS[network].nodeName) {
      throw new SourceError(
        'wrong_network',
        `the node is on the network "${answer.chain}", not on ${network}`,
      );
    }
    return answer;
  }

  return {
    async tip() {
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
      return faultsOf(rpc.bytes('getblock', blockHash, 0));
    },

    async mempool(_open, newScripts) {
      const [node, list] = await Promise.all([info(), faultsOf(listMempool(rpc, kept))]);
      if (!list) return undefined;
      const { txids, fresh } = list;
      const wanted = fresh
        ? seen.toReadOf(fresh, txids, newScripts)
        : seen.toRead(txids, newScripts);
      const look = seen.view(txids, await faultsOf(fetchSome(rpc, wanted, seen)));
      // Asked first, since it notes the node's progress.
      return missing.areAwaited(node) || isSyncing(network, node) ? partial(look) : look;
    },

    ...(push === 'off' ? {} : { pushes: pushesOf(push) }),
  };

  function pushesOf(options: NodePushOptions): Pushes {
    return {
      listen: (news) =>
        listenToNode(
          {
            random: Math.random,
            ...options,
            url,
            clock,
            isSeen: (txid) => seen.has(txid),
            mempool: {
              begin: () => kept.begin(),
              change(change) {
                if (change.kind === 'left') seen.forget(change.txid);
                kept.change(change);
              },
              break: () => kept.break(),
              end: () => kept.end(),
            },
          },
          news,
        ),
      async unconfirmed(txids) {
        const note = (txid: string, entry: MempoolEntry) => measure(kept, txid, entry);
        const [found] = await Promise.all([faultsOf(fetchUnconfirmed(rpc, txids, note)), info()]);
        return found;
      },
    };
  }
}

/** A regtest node with a last block older than a day reports initial block download for ever. */
function isSyncing(network: Network, node: z.infer<typeof chainInfo>): boolean {
  return node.initialblockdownload && !BITCOIN_FACTS[network].disposable;
}

/** A transaction that a node without all blocks does not list may be in one that it lacks. */
function partial(look: MempoolView): MempoolView {
  const has = async (txid: string) => (await look.has(txid)) || undefined;
  return { ...look, has, isPartial: true };
}

async function fetchSome(
  rpc: Rpc,
  wanted: readonly string[],
  seen: SeenTransactions,
): Promise<RawTransaction[]> {
  const transactions: RawTransaction[] = [];
  for (let start = 0; start < wanted.length; start += MEMPOOL_BATCH) {
    const txids = wanted.slice(start, start + MEMPOOL_BATCH);
    const part: RawTransaction[] = [];
    const answers = await rpc.batch(
      hex,
      txids.map((txid) => ['getrawtransaction', txid]),
    );
    for (const [index, txid] of txids.entries()) {
      const raw = answers[index];
      // It left the mempool since the listing; the next look finds its fate.
      if (typeof raw === 'string') part.push({ txid, raw: Buffer.from(raw, 'hex') });
    }
    seen.add(part);
    transactions.push(...part);
  }
  return transactions;
}

/** With a transaction index the node gives mined transactions too. */
async function fetchUnconfirmed(
  rpc: Rpc,
  txids: readonly string[],
  note: (txid: string, entry: MempoolEntry) => void,
): Promise<RawTransaction[]> {
  const found: RawTransaction[] = [];
  for (let start = 0; start < txids.length; start += MEMPOOL_BATCH) {
    const part = txids.slice(start, start + MEMPOOL_BATCH);
    const answers = await rpc.batch(
      hex.or(mempoolEntry),
      part.flatMap((txid) => [
        ['getrawtransaction', txid],
        ['getmempoolentry', txid],
      ]),
    );
    for (const [index, txid] of part.entries()) {
      const [raw, entry] = answers.slice(2 * index);
      if (typeof raw !== 'string' || typeof entry === 'string') continue;
      if (entry === undefined || entry instanceof RpcError) continue;
      note(txid, entry);
      found.push({ txid, raw: Buffer.from(raw, 'hex') });
    }
  }
  return found;
}

/** RPC errors that mean a fault of the source. */
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
    if (error.code === RPC_NOT_FOUND || error.code === RPC_MISC) {
      throw new SourceError('bad_answer', `the node cannot give a block: ${error.message}`, {
        cause: error,
      });
    }
    throw new SourceError('bad_answer', `the node answered with an error: ${error.message}`, {
      cause: error,
    });
  }
}
