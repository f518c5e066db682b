import { z } from 'zod';
import { BITCOIN_FACTS } from '@/lib/bitcoin/network';
import type { Network } from '@/lib/domain/network';
import {
  createRpc,
  RPC_INVALID_PARAMETER,
  RPC_MISC,
  RPC_NOT_FOUND,
  type Rpc,
  RpcError,
} from './rpc';
import { SeenTransactions } from './seen-transactions';
import { type ChainSource, type RawTransaction, SourceError } from './source';

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
  initialblockdownload: z.boolean(),
});
const mempoolInfo = z.object({ loaded: z.boolean().default(true) });

/**
 * A Bitcoin node over JSON-RPC. Reads raw bytes only, so the node needs no wallet and no index.
 *
 * @param url `http://user:pass@host:port`
 */
export function createBitcoindSource(network: Network, url: URL): ChainSource {
  const rpc = createRpc(url);
  const seen = new SeenTransactions();

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
      const { blocks, bestblockhash } = await info();
      return { height: blocks, hash: bestblockhash };
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
      return Buffer.from(await faultsOf(rpc.call(hex, 'getblock', blockHash, 0)), 'hex');
    },

    async mempool(_open, newScripts) {
      const chain = await info();
      const pool = await faultsOf(rpc.call(mempoolInfo, 'getmempoolinfo'));
      if (!pool.loaded || isBehind(network, chain)) return undefined;
      const listed = new Set(await faultsOf(rpc.call(z.array(hash), 'getrawmempool')));
      const wanted = seen.toRead(listed, newScripts);
      return seen.view(listed, await faultsOf(fetchSome(rpc, wanted, seen)));
    },
  };
}

/** A node that lacks blocks it has headers for cannot tell which transactions are unconfirmed. */
function isBehind(network: Network, chain: z.infer<typeof chainInfo>): boolean {
  if (chain.headers > chain.blocks) return true;
  // A regtest node with a last block older than a day reports initial block download for ever.
  return chain.initialblockdownload && !BITCOIN_FACTS[network].disposable;
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
