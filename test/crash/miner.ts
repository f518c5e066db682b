import { setTimeout as sleep } from 'node:timers/promises';
import type { TestNode } from '@/test/support/bitcoind';
import type { Random } from '@/test/support/random';
import { BURN_ADDRESS, flushChainToDisk } from './node-part';

/** Mines blocks, and sometimes a reorg, until `signal` aborts. Ignores errors of the node. */
export async function mineUntilAborted(
  node: TestNode,
  random: Random,
  signal: AbortSignal,
): Promise<{ reorgs: number }> {
  const done = { reorgs: 0 };
  while (!signal.aborted) {
    await sleep(random.int(300, 2_500), undefined, { signal }).catch(() => {});
    const act = random.chance(0.1) ? () => reorg(node, random) : () => mine(node, random);
    const name = await act().catch(() => 'nothing');
    if (name === 'reorg') done.reorgs += 1;
  }
  return done;
}

/** The node saves its chain after half of the blocks. A kill loses unsaved blocks. */
async function mine(node: TestNode, random: Random): Promise<string> {
  const lasting = random.chance(0.5);
  await node.mine(1, BURN_ADDRESS);
  if (lasting) await flushChainToDisk(node);
  return 'block';
}

async function reorg(node: TestNode, random: Random): Promise<string> {
  const depth = random.int(1, 3);
  const empty = random.chance(0.3);
  await node.disconnect(depth);
  for (let n = 0; n <= depth; n += 1) {
    if (empty) await node.rpc('generateblock', BURN_ADDRESS, []);
    else await node.mine(1, BURN_ADDRESS);
  }
  return 'reorg';
}
