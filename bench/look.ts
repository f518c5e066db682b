import { openChainMerchant } from './chain/chain-merchant';
import { startNode } from './chain/node';
import type { Bench } from './support/bench';
import { interleave } from './support/interleave';
import { summarizeRatios, toSpread } from './support/spread';

const NEW_PER_LOOK = 20;

export const mempoolReadBench: Bench = {
  name: 'look',
  about: 'a look at a mempool of 50,000 transactions, 100,000 open payments',
  async run(context) {
    const node = await startNode(context.seed);
    const merchant = await openChainMerchant(context, node, context.tiny ? 100 : 100_000);
    await node.fill(context.tiny ? 500 : 50_000, await merchant.scripts(5));
    const first = await merchant.sync();
    const { ours, floor } = await interleave(context.tiny ? 1 : 15, {
      ours: async () => {
        await node.fill(NEW_PER_LOOK, await merchant.scripts(1));
        return merchant.sync();
      },
      floor: async () => {
        const began = performance.now();
        await node.rpc('getrawmempool');
        return performance.now() - began;
      },
    });
    await merchant.close();
    await node.stop();
    return [
      {
        what: 'the first look at the mempool after a start',
        unit: 'ms',
        value: toSpread([first]),
      },
      {
        what: `a look at it with ${NEW_PER_LOOK} new transactions`,
        unit: 'ms',
        value: toSpread(ours),
        floor: { what: 'fetching the list', value: toSpread(floor) },
        ratio: summarizeRatios(ours, floor),
      },
    ];
  },
};
