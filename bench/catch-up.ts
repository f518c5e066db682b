import { openChainMerchant, timeBlockFetch } from './chain/chain-merchant';
import { startNode } from './chain/node';
import type { Bench } from './support/bench';
import { summarizeRatios, toSpread } from './support/spread';

export const catchUpBench: Bench = {
  name: 'catch-up',
  about: 'blocks a second while catching up on full blocks, 100,000 open payments',
  async run(context) {
    const node = await startNode(context.seed);
    const merchant = await openChainMerchant(context, node, context.tiny ? 100 : 100_000);
    const blocks = context.tiny ? 3 : 20;
    const ours: number[] = [];
    const floor: number[] = [];
    for (let round = 0; round < (context.tiny ? 1 : 3); round += 1) {
      const hashes: string[] = [];
      for (let n = 0; n < blocks; n += 1) {
        hashes.push(await node.mine(context.tiny ? 50 : 4_800, await merchant.scripts(5)));
      }
      ours.push((blocks * 1_000) / (await merchant.sync()));
      const began = performance.now();
      for (const hash of hashes) await timeBlockFetch(node, hash);
      floor.push((blocks * 1_000) / (performance.now() - began));
    }
    await merchant.close();
    await node.stop();
    return [
      {
        what: 'full blocks read while catching up',
        unit: 'a second',
        value: toSpread(ours),
        floor: { what: 'fetching their bytes', value: toSpread(floor) },
        ratio: summarizeRatios(ours, floor),
      },
    ];
  },
};
