import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createBitcoindSource } from '@/lib/chain/bitcoind';
import type { ChainSource, Listening } from '@/lib/chain/source';
import { startBitcoind, type TestNode } from '@/test/support/bitcoind';
import { QUICK } from '@/test/support/heard';
import { type NodeFront, startNodeFront } from '@/test/support/node-front';
import { seededRandom } from '@/test/support/random';
import { stablePort } from '@/test/support/stable-port';
import { until } from '@/test/support/wait';
import { startZmqPublisher, type ZmqPublisher } from '@/test/support/zmq-publisher';
import { honest, startZmqRelay, type Tamper, type ZmqRelay } from '@/test/support/zmq-relay';

const TIMING = { ...QUICK, heartbeatMs: 10_000 };
const READS = 150;

let node: TestNode;
let publisher: ZmqPublisher;
let relay: ZmqRelay;
let front: NodeFront;
let source: ChainSource;
let listening: Listening | undefined;
let named: Set<string>;
/** All that the source has passed on. */
let passed: Set<string>;

beforeAll(async () => {
  const port = await stablePort();
  [node, publisher] = await Promise.all([
    startBitcoind({ blocks: 150, flags: [`-zmqpubsequence=tcp://127.0.0.1:${port}`] }),
    startZmqPublisher(),
  ]);
  relay = await startZmqRelay(port, publisher);
  const result = [{ type: 'pubsequence', address: `tcp://127.0.0.1:${publisher.port}` }];
  front = await startNodeFront(node, (method) =>
    method === 'getzmqnotifications' ? { result } : undefined,
  );
});
afterAll(async () => {
  relay?.close();
  await publisher?.close();
  await front?.close();
  await node?.stop();
});

beforeEach(async () => {
  relay.tamper = honest;
  named = new Set();
  passed = new Set();
  source = createBitcoindSource('regtest', front.url, undefined, { timing: TIMING });
  listening = source.pushes?.listen({
    onMove: () => {},
    onTransaction(txid) {
      named.add(txid);
      source.pushes?.unconfirmed([txid]).catch(() => {});
    },
  });
  await until('the source listens', () => publisher.subscribers() > 0);
  await until('a transaction is named', async () => {
    const txid = await send();
    return until('this one is named', () => named.has(txid), 300);
  });
});
afterEach(async () => {
  listening?.close();
  await until('no connection is left', () => publisher.connections() === 0);
});

const send = async () => node.sendTo(await node.address(), 10_000);

/** Reads the mempool, which must be the node's own. @returns how often it was listed */
async function read(): Promise<number> {
  const before = front.calls('getrawmempool');
  const view = await source.mempool(async () => [], []);
  for (const { txid } of view?.transactions ?? []) passed.add(txid);
  view?.done();
  const mempool = await node.rpc<string[]>('getrawmempool');
  expect(mempool.filter((txid) => !passed.has(txid))).toEqual([]);
  for (const txid of passed) expect(await view?.has(txid)).toBe(mempool.includes(txid));
  return front.calls('getrawmempool') - before;
}

/** Reads until a read needs no list. */
const untilKept = () => until('the mempool is kept', async () => (await read()) === 0);

it('a mempool is not listed again while the node tells of all that comes and goes', async () => {
  await untilKept();
  for (let n = 0; n < 10; n += 1) {
    const txid = await send();
    expect(await read()).toBe(0);
    if (n % 3 === 0) await node.bumpFee(txid);
    expect(await read()).toBe(0);
  }
});

it('it is listed after each block, and after a reorg', async () => {
  for (const move of [() => node.mine(), () => node.disconnect(1), () => node.mine()]) {
    await untilKept();
    const before = front.calls('getrawmempool');
    await move();
    await read();
    await untilKept();
    expect(front.calls('getrawmempool')).toBeGreaterThan(before);
  }
});

it('it is listed at every read of a node that nobody listens to', async () => {
  await untilKept();
  listening?.close();
  expect(await read()).toBe(1);
  expect(await read()).toBe(1);
});

const LIES: Readonly<Record<string, Tamper>> = {
  'a transaction is not told of': (txid, label) => (label === 'A' ? [] : [[txid, label]]),
  'nothing is told of': () => [],
  'another transaction is told of': () => [[randomBytes(32).toString('hex'), 'A']],
  'it is told to have left': (txid, label) => [
    [txid, label],
    [txid, 'R'],
  ],
  'it is told to have come twice': (txid, label) => [
    [txid, label],
    [txid, label],
  ],
};

it.each(Object.entries(LIES))(
  'a read is complete although, with no gap in the numbers, %s',
  async (_, lie) => {
    await untilKept();
    relay.tamper = lie;
    await send();
    await read();
    await send();
    await read();
    relay.tamper = honest;
    await send();
    await untilKept();
  },
);

it(`each of ${READS} reads is complete, whatever a publisher tells between them`, async () => {
  const random = seededRandom('a kept mempool');
  const lies = Object.values(LIES);
  let own: string[] = [];
  let kept = 0;
  for (let n = 0; n < READS; n += 1) {
    const isLying = random.int(0, 9) === 0;
    const { heard } = relay;
    for (let steps = random.int(0, 3); steps > 0; steps -= 1) {
      relay.tamper = isLying && random.int(0, 1) ? random.pick(lies) : honest;
      const last = own.at(-1);
      if (last && random.int(0, 3) === 0) own = [...own.slice(0, -1), await node.bumpFee(last)];
      else own.push(await send());
      await until('the node has told of it', () => relay.heard > heard);
    }
    relay.tamper = honest;
    if (random.int(0, 20) === 0) {
      await node.mine();
      own = [];
    }
    if ((await read()) === 0) kept += 1;
  }
  expect(kept).toBeGreaterThan(READS / 10);
});
