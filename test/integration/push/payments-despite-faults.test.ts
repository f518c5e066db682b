import { inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { payment } from '@/db/schema/payments';
import { webhookEvent } from '@/db/schema/webhooks';
import { createBitcoindSource, type NodePushOptions } from '@/lib/chain/sources/node/bitcoind';
import { createChainReader } from '@/lib/payments/create-chain-reader';
import { type JobRunner, startJobs } from '@/lib/server/jobs/runner';
import { startBitcoind, type TestNode } from '@/test/support/bitcoind';
import { QUICK_TIMING } from '@/test/support/heard';
import { seededRandom } from '@/test/support/random';
import { openTestRuntime, type TestRuntime } from '@/test/support/runtime';
import { openTestMerchant, type TestMerchant } from '@/test/support/test-merchant';
import { until } from '@/test/support/wait';
import { ZMQ_FAULTS } from '@/test/support/zmq-faults';
import { startZmqPublisher, type ZmqPublisher } from '@/test/support/zmq-publisher';

const FAULTS = 1_000;
const PAYMENTS = 100;
const SILENCES = 10;
const TIMING = { ...QUICK_TIMING, handshakeMs: 100, heartbeatMs: 30 };

interface Server {
  readonly merchant: TestMerchant;
  readonly runtime: TestRuntime;
  readonly jobs: JobRunner;
}

let node: TestNode;
let publisher: ZmqPublisher;
let lied: Server;
let polling: Server;

beforeAll(async () => {
  [node, publisher] = await Promise.all([
    startBitcoind({ blocks: 230, flags: ['-rpcthreads=16'] }),
    startZmqPublisher(),
  ]);
  const { host, port } = publisher;
  lied = await startServer({ publishers: [{ host, port }], timing: TIMING });
  polling = await startServer('off');
});
afterAll(async () => {
  for (const { jobs, runtime, merchant } of [lied, polling]) {
    await jobs?.stop();
    await runtime?.close();
    await merchant?.close();
  }
  await publisher?.close();
  await node?.stop();
});

async function startServer(push: NodePushOptions | 'off'): Promise<Server> {
  const source = createBitcoindSource('regtest', new URL(node.url), undefined, push);
  const merchant = await openTestMerchant(() => source);
  await merchant.sync();
  const runtime = openTestRuntime(merchant.base.url, () => new Date());
  const sources = new Map([['regtest', source] as const]);
  const chains = createChainReader({ ...runtime, sources });
  return { merchant, runtime, jobs: await startJobs({ ...runtime, sources, chains }) };
}

/** Milliseconds from broadcast to detection, once all payments are detected. */
async function delays({ merchant }: Server, sentAt: ReadonlyMap<string, number>) {
  const ids = [...sentAt.keys()];
  const rows = await until('every payment is detected', async () => {
    const found = await merchant.base.db
      .select({ id: payment.id, status: payment.status, detectedAt: payment.detectedAt })
      .from(payment)
      .where(inArray(payment.id, ids));
    return found.every(({ status }) => status === 'detected') && found;
  });
  return rows.map(({ id, detectedAt }) => (detectedAt?.getTime() ?? 0) - (sentAt.get(id) ?? 0));
}

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

async function eventsOf({ merchant }: Server): Promise<number> {
  return (await merchant.base.db.select({ id: webhookEvent.id }).from(webhookEvent)).length;
}

it('a publisher that fails 1,000 times causes no lost, invented or delayed payment', async () => {
  const random = seededRandom('payments despite faults');
  const names = Object.keys(ZMQ_FAULTS);
  const sent = { lied: new Map<string, number>(), polling: new Map<string, number>() };
  const unpaid = await lied.merchant.create();
  for (let n = 0; n < FAULTS; n += 1) {
    const name = random.pick(names);
    await ZMQ_FAULTS[name]?.(publisher, random);
    if (n % (FAULTS / PAYMENTS) !== 0) continue;
    const [a, b] = await Promise.all([
      lied.merchant.create({ requiredConfirmations: 6 }),
      polling.merchant.create({ requiredConfirmations: 6 }),
    ]);
    const at = Date.now();
    const txid = await node.sendMany({ [a.address]: 100_000, [b.address]: 100_000 });
    sent.lied.set(a.id, at);
    sent.polling.set(b.id, at);
    // Announces each transaction once, twice or not at all.
    for (let left = random.int(0, 2); left > 0; left -= 1) publisher.accepted(txid);
    if (n % 200 === 0) await node.mine(1);
  }
  const [late, plain] = await Promise.all([delays(lied, sent.lied), delays(polling, sent.polling)]);
  expect(mean(late) / mean(plain)).toBeLessThan(1.25);
  expect((await lied.merchant.payment(unpaid.id)).status).toBe('pending');
  expect([await eventsOf(lied), await eventsOf(polling)]).toEqual([PAYMENTS, PAYMENTS]);
  process.stdout.write(
    `seen after ${mean(late).toFixed()} ms, by polling ${mean(plain).toFixed()}\n`,
  );
});

it('a publisher that goes silent delays payments at most until the next regular chain read', async () => {
  const sent = { lied: new Map<string, number>(), polling: new Map<string, number>() };
  for (let n = 0; n < SILENCES; n += 1) {
    const [a, b] = await Promise.all([
      lied.merchant.create({ requiredConfirmations: 6 }),
      polling.merchant.create({ requiredConfirmations: 6 }),
    ]);
    await until('the publisher is subscribed to', () => publisher.subscribers() === 1);
    for (let named = 0; named < 5; named += 1) {
      publisher.accepted(await node.sendTo(await node.address(), 10_000));
    }
    const at = Date.now();
    await node.sendMany({ [a.address]: 100_000, [b.address]: 100_000 });
    sent.lied.set(a.id, at);
    sent.polling.set(b.id, at);
    await Promise.all([delays(lied, sent.lied), delays(polling, sent.polling)]);
  }
  const [late, plain] = await Promise.all([delays(lied, sent.lied), delays(polling, sent.polling)]);
  // If the publisher is silent, a payment may wait for an ordinary pause between reads. With a
  // working publisher, the pause is twenty times as long.
  expect(mean(late) / mean(plain)).toBeLessThan(5);
  process.stdout.write(
    `${mean(late).toFixed()} ms in silence, ${mean(plain).toFixed()} by polling\n`,
  );
});
