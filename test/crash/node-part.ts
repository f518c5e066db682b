import { startBitcoind, type TestNode } from '@/test/support/bitcoind';
import type { Part } from './part';

export interface NodePart extends Part {
  readonly node: TestNode;
}

const COINS = 300;
const COIN_SATS = 200_000_000;

/**
 * A regtest node whose wallet has many coins, so that payments need not spend each other's change.
 * Killed, it comes back with the chain it last wrote down: blocks after that are gone for good.
 */
export async function startNode(): Promise<NodePart> {
  const node = await startBitcoind();
  const outputs: Record<string, number> = {};
  for (let n = 0; n < COINS; n += 1) outputs[await node.address()] = COIN_SATS;
  await node.sendMany(outputs);
  await node.mine(1, NOBODY);
  await writeDown(node);
  return {
    kind: 'node',
    node,
    kill: () => node.pause('SIGKILL'),
    start: () => void node.resume({ ready: false }),
  };
}

/** Nobody's address: a wallet that mined would spend rewards that a kill takes away with the block. */
export const NOBODY = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';

/** Makes the node write its chain to disk, which it else does once an hour and at its end. */
export async function writeDown(node: TestNode): Promise<void> {
  await node.rpc('gettxoutsetinfo', 'none');
}
