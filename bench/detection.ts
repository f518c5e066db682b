import { setTimeout as sleep } from 'node:timers/promises';
import { startBitcoind, type TestNode } from '@/test/support/bitcoind';
import { seededRandom } from '@/test/support/random';
import { type Receiver, startReceiver } from '@/test/support/receiver';
import { until } from '@/test/support/wait';
import { type BenchServer, startBuilt } from './create/servers';
import type { Bench, BenchContext, Measurement } from './support/bench';
import { quantile, spreadOf } from './support/spread';

const LIMIT_MS = 3_000;
const LONGEST_PAUSE_MS = 700;
const LONGEST_WAIT_MS = 60_000;

/** From a transaction's broadcast to the first byte of its webhook at the receiver. */
export const detection: Bench = {
  name: 'detection',
  about: 'from broadcast to the first byte of the webhook, with a local node',
  async run(context) {
    const [node, receiver] = await Promise.all([startBitcoind(), startReceiver()]);
    const built = await startBuilt(context, { BITCOIN_REGTEST: node.url });
    const times = await measure(context, { node, receiver, built });
    await built.stop();
    await Promise.all([node.stop(), receiver.close()]);
    return report(times);
  },
};

interface Parts {
  readonly node: TestNode;
  readonly receiver: Receiver;
  readonly built: BenchServer;
}

async function measure(context: BenchContext, parts: Parts): Promise<number[]> {
  const { node, receiver, built } = parts;
  const count = context.tiny ? 2 : 100;
  const random = seededRandom(String(context.seed));
  const sentAt = new Map<string, number>();
  for (let n = 0; n < count; n += 1) {
    const { id, address } = await createPayment(built, receiver.url('/hooks'));
    // The webhook may arrive before the node's answer is read.
    sentAt.set(id, Date.now());
    await node.sendTo(address, 50_000);
    // Blocks keep the wallet's chains of unconfirmed outputs short.
    if (n % 20 === 19) await node.mine(1);
    await sleep(random.int(0, LONGEST_PAUSE_MS));
  }
  const firstByte = () => firstBytes(receiver);
  await until(
    'every payment has its first webhook',
    () => firstByte().size >= count,
    LONGEST_WAIT_MS,
  );
  const came = firstByte();
  return [...sentAt].map(([id, at]) => (came.get(id) ?? Number.NaN) - at);
}

/** By payment: a second webhook follows at its confirmation. */
function firstBytes({ requests }: Receiver): Map<string, number> {
  const came = new Map<string, number>();
  for (const { body, at } of requests) {
    const { data } = JSON.parse(body.toString()) as { data: { payment_id: string } };
    if (!came.has(data.payment_id)) came.set(data.payment_id, at.getTime());
  }
  return came;
}

async function createPayment({ server, key }: BenchServer, webhookUrl: string) {
  const response = await fetch(`${server.url}/v1/btc/payments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount_sats: 50_000, webhook_url: webhookUrl }),
  });
  return (await response.json()) as { id: string; address: string };
}

function report(times: readonly number[]): Measurement[] {
  const sorted = [...times].sort((a, b) => a - b);
  const p99 = quantile(sorted, 0.99);
  const of = `broadcast to the webhook's first byte, ${times.length} payments`;
  return [
    { what: `${of}, median`, unit: 'ms', value: spreadOf([quantile(sorted, 0.5)]) },
    {
      what: `${of}, 99th percentile`,
      unit: 'ms',
      value: spreadOf([p99]),
      target: { text: `under ${LIMIT_MS} ms`, met: p99 < LIMIT_MS },
    },
  ];
}
