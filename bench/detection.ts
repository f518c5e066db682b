import { startBitcoind } from '@/test/support/bitcoind';
import { seededRandom } from '@/test/support/random';
import { reserveStablePort } from '@/test/support/reserve-stable-port';
import { SpendableOutputs } from './chain/coins';
import { startBuiltServer } from './create/servers';
import { type DetectionTimes, measureDetectionTimes } from './detection/broadcast';
import { startReceiver } from './detection/receiver';
import type { Bench, Measurement } from './support/bench';
import { quantile, summarizeRatios, toSpread } from './support/spread';
import { checkUnder } from './support/target';

const MEMPOOL = 50_000;
const PAYMENTS = { pushed: 1_000, polled: 300 };
const TINY = { mempool: 300, pushed: 8, polled: 4 };

export const detectionBench: Bench = {
  name: 'detection',
  about:
    'from broadcast to the webhook and the open payment page, with 50,000 others in the mempool',
  async run(context) {
    const { tiny } = context;
    const [port, receiver] = await Promise.all([reserveStablePort(), startReceiver()]);
    const zmq = ['sequence', 'rawtx', 'hashblock'].map(
      (topic) => `-zmqpub${topic}=tcp://127.0.0.1:${port}`,
    );
    const node = await startBitcoind({ blocks: 0, flags: zmq });
    const counts = tiny ? TINY : PAYMENTS;
    const coins = new SpendableOutputs(node, seededRandom(String(context.seed)));
    const mempool = tiny ? TINY.mempool : MEMPOOL;
    await coins.mine(mempool + 2 * (counts.pushed + counts.polled));
    await coins.fill(mempool);
    const seen: Sightings = { pushed: [], polled: [] };
    for (const way of ['pushed', 'polled'] as const) {
      const built = await startBuiltServer(context, { BITCOIN_REGTEST: node.url, ...ENV[way] });
      seen[way] = await measureDetectionTimes({ node, coins, receiver, built, count: counts[way] });
      await built.stop();
    }
    await Promise.all([node.stop(), receiver.close()]);
    return report(seen);
  },
};

const ENV = { pushed: {}, polled: { BITCOIN_REGTEST_PUSH: 'off' } };

type Sightings = Record<keyof typeof ENV, readonly DetectionTimes[]>;

const FLOOR = "the node's response to the broadcast, and a bare POST";

function report({ pushed, polled }: Sightings): Measurement[] {
  const from = (what: string) => `from broadcast to ${what}`;
  return [
    {
      ...against(pushed, 'webhookMs', 0.5),
      what: from("the webhook's first byte, median"),
      target: goal(40, pushed, 'webhookMs', 0.5),
    },
    {
      ...against(pushed, 'webhookMs', 0.99),
      what: from("the webhook's first byte, 99th percentile"),
      target: goal(150, pushed, 'webhookMs', 0.99),
    },
    {
      ...against(pushed, 'pageMs', 0.99),
      what: from('the open payment page, 99th percentile'),
      target: goal(250, pushed, 'pageMs', 0.99),
    },
    ...(['webhookMs', 'pageMs'] as const).map((time) => ({
      ...against(polled, time, 0.5),
      what: from(`${time === 'pageMs' ? 'the page' : 'the webhook'}, node without ZMQ, median`),
    })),
    {
      ...against(polled, 'webhookMs', 0.99),
      what: from('the webhook, node without ZMQ, 99th percentile'),
      target: goal(3_000, polled, 'webhookMs', 0.99),
    },
  ];
}

/** The percentile is over all rounds, because percentiles of single rounds would hide the tail. */
function percentile(
  seen: readonly DetectionTimes[],
  time: keyof DetectionTimes,
  q: number,
): number {
  return quantile(
    seen.map((one) => one[time]).sort((a, b) => a - b),
    q,
  );
}

function against(seen: readonly DetectionTimes[], time: keyof DetectionTimes, q: number) {
  const [value, floor] = [[percentile(seen, time, q)], [percentile(seen, 'floorMs', q)]];
  return {
    unit: 'ms',
    value: toSpread(value),
    floor: { what: FLOOR, value: toSpread(floor) },
    ratio: summarizeRatios(value, floor),
  };
}

const goal = (
  limit: number,
  seen: readonly DetectionTimes[],
  time: keyof DetectionTimes,
  q: number,
) => checkUnder(limit, 'ms', percentile(seen, time, q));
