import { randomBytes } from 'node:crypto';
import { address, Transaction } from 'bitcoinjs-lib';
import type { BitcoindOptions, TestNode } from '../support/bitcoind';
import { NodeRpcError } from '../support/node-rpc';
import type { ChainDriver, MadeTransaction } from './chain-driver';

/** {@link nodeDriver} needs a node with these options. */
export const DRIVER_NODE_OPTIONS: BitcoindOptions = {
  blocks: 160,
  // The wallet spends only confirmed outputs. Mempool transactions do not expire when the clock
  // moves ahead.
  flags: ['-spendzeroconfchange=0', '-mempoolexpiry=1000000'],
};

/**
 * The wallet sets a lock time unless the newest block is older than 8 hours. A lock time could make
 * a transaction invalid after a reorg.
 */
const OLD_TIP_S = 9 * 3_600;

export function nodeDriver(node: TestNode): ChainDriver {
  const raws = new Map<string, string>();
  const made = async (txid: string): Promise<MadeTransaction> => {
    const { hex } = await node.rpc<{ hex: string }>('gettransaction', txid);
    raws.set(txid, hex);
    return { txid, spends: spendsOf(hex) };
  };
  const letTipAge = async () => {
    const { mediantime, time } = await node.rpc<Header>('getblockchaininfo');
    await node.rpc('setmocktime', Math.max(mediantime, time) + OLD_TIP_S);
  };
  const mempool = () => node.rpc<string[]>('getrawmempool');
  return {
    doubleSpendTakes: 'itself',
    canDrop: false,
    leastSats: 600,
    mempool,
    pay: (to, sats) =>
      unlessRefused(async () => {
        await letTipAge();
        return made(await node.sendTo(to, sats));
      }),
    replace: (txid, to) =>
      unlessRefused(async () => {
        await letTipAge();
        return made(await (to === 'same' ? node.bumpFee(txid) : node.replace(txid)));
      }),
    doubleSpend: (txid) =>
      unlessRefused(async () => {
        const raw = await node.conflicting(txid);
        const { hash } = await node.rpc<{ hash: string }>('generateblock', burnAddress(), [raw]);
        const spend = Transaction.fromHex(raw).getId();
        raws.set(spend, raw);
        return { made: { txid: spend, spends: spendsOf(raw) }, hashes: [hash] };
      }),
    mine: (blocks) => node.mine(blocks, burnAddress()),
    reorg: async (blocks, remine) => {
      const removed = await ownTransactions(node, blocks, raws);
      await node.disconnect(blocks);
      // The node returns only transactions of the ten highest removed blocks to its mempool.
      const back = new Set(await mempool());
      for (const txid of removed.filter((one) => !back.has(one))) {
        await node.rpc('sendrawtransaction', raws.get(txid), 0);
      }
      if (remine) return node.mine(blocks + 1, burnAddress());
      const hashes: string[] = [];
      while (hashes.length <= blocks) {
        hashes.push((await node.rpc<{ hash: string }>('generateblock', burnAddress(), [])).hash);
      }
      return hashes;
    },
  };
}

interface Header {
  readonly time: number;
  readonly mediantime: number;
}

/** Returns the driver's transactions in the newest blocks, parents before children. */
async function ownTransactions(
  node: TestNode,
  blocks: number,
  raws: ReadonlyMap<string, string>,
): Promise<string[]> {
  const { height } = await node.tip();
  const txids: string[] = [];
  for (let at = height - blocks + 1; at <= height; at += 1) {
    const hash = await node.rpc<string>('getblockhash', at);
    txids.push(...(await node.rpc<{ tx: string[] }>('getblock', hash, 1)).tx);
  }
  return txids.filter((txid) => raws.has(txid));
}

function spendsOf(hex: string): string[] {
  return Transaction.fromHex(hex).ins.map(
    ({ hash, index }) => `${Buffer.from(hash).reverse().toString('hex')}:${index}`,
  );
}

/**
 * Block rewards go to an address that nobody owns. If the wallet got them, they would be immature
 * again after a reorg, and the transactions that spend them would be invalid.
 */
function burnAddress(): string {
  return address.toBech32(randomBytes(20), 0, 'bcrt');
}

async function unlessRefused<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NodeRpcError) return undefined;
    throw error;
  }
}
