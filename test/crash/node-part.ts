import { startBitcoind, type TestNode } from '@/test/support/bitcoind';
import type { KillablePart } from './part';

export interface NodePart extends KillablePart {
  readonly node: TestNode;
}

const COINS = 300;
const COIN_SATS = 200_000_000;

/**
 * Starts a regtest node. Its wallet has many outputs, so payments need not spend each other's
 * change. A kill loses blocks that the node has not saved.
 */
export async function startNode(): Promise<NodePart> {
  const node = await startBitcoind();
  const outputs: Record<string, number> = {};
  for (let n = 0; n < COINS; n += 1) outputs[await node.address()] = COIN_SATS;
  await node.sendMany(outputs);
  await node.mine(1, BURN_ADDRESS);
  await flushChainToDisk(node);
  return {
    kind: 'node',
    node,
    kill: () => node.pause('SIGKILL'),
    start: () => void node.resume({ ready: false }),
  };
}

/**
 * Block rewards go to this address, because nobody can spend outputs to it. If a wallet spent a
 * reward, a kill could lose the reward's block.
 */
export const BURN_ADDRESS = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';

/** Makes the node save its chain to disk, which it otherwise does only once an hour and at exit. */
export async function flushChainToDisk(node: TestNode): Promise<void> {
  await node.rpc('gettxoutsetinfo', 'none');
}
