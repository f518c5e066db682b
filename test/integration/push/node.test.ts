import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ChainSource } from '@/lib/chain/source';
import { createBitcoindSource } from '@/lib/chain/sources/node/bitcoind';
import { startBitcoind, type TestNode } from '@/test/support/bitcoind';
import { collectPushes, QUICK_TIMING, type ReceivedPushes } from '@/test/support/heard';
import { type NodeProxy, startNodeProxy } from '@/test/support/node-proxy';
import { reserveStablePort } from '@/test/support/reserve-stable-port';
import { until } from '@/test/support/wait';

const TOPICS = ['sequence', 'rawtx', 'hashtx', 'hashblock', 'rawblock'] as const;

/** A node with a transaction index, which publishes each topic on its own port. */
let node: TestNode;
const ports = new Map<string, number>();
let heard: ReceivedPushes | undefined;
let front: NodeProxy | undefined;

beforeAll(async () => {
  for (const topic of TOPICS) ports.set(topic, await reserveStablePort());
  const zmq = [...ports].map(([topic, port]) => `-zmqpub${topic}=tcp://*:${port}`);
  node = await startBitcoind({ flags: ['-txindex=1', '-rpcthreads=64', ...zmq] });
});
afterAll(() => node.stop());
afterEach(async () => {
  heard?.listening.close();
  await front?.close();
  heard = undefined;
  front = undefined;
});

/** Long enough that a busy machine does not look like a lost connection. */
const TIMING = { ...QUICK_TIMING, heartbeatMs: 10_000 };

const sourceAt = (url: URL): ChainSource =>
  createBitcoindSource('regtest', url, undefined, { timing: TIMING });

async function listenTo(topics: readonly string[]): Promise<ReceivedPushes> {
  const result = topics.map((topic) => ({
    type: `pub${topic}`,
    address: `tcp://*:${ports.get(topic)}`,
  }));
  front = await startNodeProxy(node, (method) =>
    method === 'getzmqnotifications' ? { result } : undefined,
  );
  heard = collectPushes(sourceAt(front.url).pushed);
  return heard;
}

/** Sends transactions until one is announced, because the topic's connection may open late. */
async function namedOne(now: ReceivedPushes): Promise<string> {
  let txid = '';
  await until('a transaction is named', async () => {
    txid = await node.sendTo(await node.address(), 10_000);
    return until('the transaction is named', () => now.txids.includes(txid), 1_000);
  });
  return txid;
}

async function moved({ moves }: ReceivedPushes, act: () => Promise<unknown>): Promise<void> {
  await act();
  await until('a full read is asked for', () => heard && heard.moves > moves);
}

const combinations = Array.from({ length: 2 ** TOPICS.length }, (_, bits) =>
  TOPICS.filter((_topic, index) => bits & (1 << index)),
);

describe('a node', () => {
  it.each(combinations.map((topics) => [topics.join(', ') || 'nothing', topics] as const))(
    'a node that publishes %s pushes its blocks and transactions to the server',
    async (_, topics) => {
      const now = await listenTo(topics);
      if (topics.length === 0) return expect(now.moves).toBe(0);
      await until('it listens', () => now.moves > 0);
      if (topics.some((topic) => ['sequence', 'rawtx', 'hashtx'].includes(topic))) {
        await namedOne(now);
        const again = await node.sendTo(await node.address(), 10_000);
        await until('the next is named', () => now.txids.includes(again));
      }
      if (topics.every((topic) => ['rawtx', 'hashtx'].includes(topic))) return;
      await moved(now, () => node.mine());
      await moved(now, () => node.mine());
    },
  );

  it('after the node restarts, the subscription is renewed, and the chain is read in full', async () => {
    heard = collectPushes(sourceAt(new URL(node.url)).pushed);
    const now = heard;
    await until('it listens', () => now.moves > 0);
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      await moved(now, async () => {
        await node.pause(signal);
        await node.resume();
      });
      await namedOne(now);
    }
  });

  it('pushed transactions are handled without a full chain read', async () => {
    const now = await listenTo(['sequence']);
    await until('it listens', () => now.moves > 0);
    const moves = now.moves;
    for (let n = 0; n < 20; n += 1) {
      const txid = await node.sendTo(await node.address(), 10_000 + n);
      if (n % 5 === 0) await node.replace(txid);
    }
    const last = await node.sendTo(await node.address(), 10_000);
    await until('all are named', () => now.txids.includes(last));
    expect(now.txids).toHaveLength(25);
    expect(now.moves).toBe(moves);
  });
});

describe('looking up pushed transaction ids', () => {
  it('a look-up of pushed ids returns only transactions that are in the mempool', async () => {
    const { pushed } = sourceAt(new URL(node.url));
    const mined = await node.sendTo(await node.address(), 10_000);
    await node.mine();
    const replaced = await node.sendTo(await node.address(), 10_000);
    const replacement = await node.replace(replaced);
    const waiting = await node.sendTo(await node.address(), 10_000);
    const unknown = 'ab'.repeat(32);
    const found = await pushed?.unconfirmed([mined, waiting, replaced, unknown, replacement]);
    expect(found?.map(({ txid }) => txid)).toEqual([waiting, replacement]);
    expect(Buffer.from(found?.[0]?.raw ?? []).toString('hex')).toBe(
      await node.rpc<string>('getrawtransaction', waiting),
    );
    expect(await pushed?.unconfirmed([])).toEqual([]);
  });

  it('a look-up of pushed ids returns all transactions, even if the ids need several requests', async () => {
    const { pushed } = sourceAt(new URL(node.url));
    const txid = await node.sendTo(await node.address(), 10_000);
    const many = Array.from({ length: 1_200 }, (_, n) => n.toString(16).padStart(64, '0'));
    const found = await pushed?.unconfirmed([...many, txid]);
    expect(found?.map((one) => one.txid)).toEqual([txid]);
  });

  it('a look-up of pushed ids is refused for a node of another network', async () => {
    const { pushed } = createBitcoindSource('signet', new URL(node.url));
    await expect(pushed?.unconfirmed([])).rejects.toMatchObject({ fault: 'wrong_network' });
  });
});

it('a source with BITCOIN_<NETWORK>_PUSH=off pushes nothing', () => {
  const source = createBitcoindSource('regtest', new URL(node.url), undefined, 'off');
  expect(source.pushed).toBeUndefined();
});
