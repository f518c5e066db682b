import { createBitcoindSource } from '@/lib/chain/sources/node/bitcoind';
import { type ChainMerchant, openChainMerchant, timeBlockFetch } from './chain/chain-merchant';
import { startNode } from './chain/node';
import type { Bench, Measurement } from './support/bench';
import { summarizeRatios, toSpread } from './support/spread';
import { checkAtMost } from './support/target';

/** A typical transaction has 832 weight units, so this many fill a block of 4,000,000. */
const TRANSACTIONS = 4_800;
const PAID = 10;
/** The times of single blocks differ by a third, so many rounds are needed. */
const ROUNDS = 21;
const MAX_OF_FLOOR = 1.6;
const MAX_SLOWDOWN = 1.15;

export const blockBench: Bench = {
  name: 'block',
  about: 'a full block through the follower with 1,000, 100,000 and 1,000,000 open payments',
  async run(context) {
    const sizes = context.tiny ? [50, 500] : [1_000, 100_000, 1_000_000];
    const transactions = context.tiny ? 100 : TRANSACTIONS;
    const node = await startNode(context.seed);
    const merchants: ChainMerchant[] = [];
    for (const size of sizes) merchants.push(await openChainMerchant(context, node, size));
    const times: number[][] = merchants.map(() => []);
    const floor: number[] = [];
    const own: number[] = [];
    const source = createBitcoindSource('regtest', new URL(node.url));
    // The first round only warms up compiled code and caches.
    for (let round = 0; round <= (context.tiny ? 1 : ROUNDS); round += 1) {
      const ours = await Promise.all(merchants.map((merchant) => merchant.scripts(PAID)));
      const hash = await node.mine(transactions, ours.flat());
      const fetched = await timeBlockFetch(node, hash);
      const began = performance.now();
      await source.block(hash, {});
      if (round > 0) own.push(performance.now() - began);
      const order = [...merchants.keys()];
      for (const n of round % 2 === 0 ? order : order.reverse()) {
        const ms = (await merchants[n]?.sync()) ?? Number.NaN;
        if (round > 0) times[n]?.push(ms);
      }
      if (round > 0) floor.push(fetched);
    }
    for (const merchant of merchants) await merchant.close();
    await node.stop();
    return report(sizes, times, { floor, own }, transactions);
  },
};

function report(
  sizes: readonly number[],
  times: readonly number[][],
  { floor, own }: { readonly floor: readonly number[]; readonly own: readonly number[] },
  transactions: number,
): Measurement[] {
  const [fewest = [], most = []] = [times[0], times.at(-1)];
  const growth = summarizeRatios(most, fewest);
  return [
    ...sizes.map((size, n) => {
      const ratio = summarizeRatios(times[n] ?? [], floor);
      return {
        what: `a full block (${shown(transactions)} transactions), ${shown(size)} open payments`,
        unit: 'ms',
        value: toSpread(times[n] ?? []),
        floor: { what: 'fetching its bytes', value: toSpread(floor) },
        ratio,
        ...(n === 0 ? { target: checkAtMost(MAX_OF_FLOOR, ratio.median) } : {}),
      };
    }),
    {
      what: `a full block (${shown(transactions)} transactions), ${shown(sizes[0] ?? 0)} open payments`,
      unit: 'ms',
      value: toSpread(fewest),
      floor: { what: 'fetching its bytes as the follower does', value: toSpread(own) },
      ratio: summarizeRatios(fewest, own),
    },
    {
      what: `a full block with ${shown(sizes.at(-1) ?? 0)} open payments`,
      unit: 'ms',
      value: toSpread(most),
      floor: { what: `one with ${shown(sizes[0] ?? 0)}`, value: toSpread(fewest) },
      ratio: growth,
      target: checkAtMost(MAX_SLOWDOWN, growth.median),
    },
  ];
}

const shown = (count: number) => count.toLocaleString('en');
