import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPublishers } from '@/lib/chain/push/zmq/find-publishers';
import { createRpc } from '@/lib/chain/sources/node/rpc';
import { startBitcoind, type TestNode } from '@/test/support/bitcoind';
import { startNodeProxy } from '@/test/support/node-proxy';
import { reserveStablePort } from '@/test/support/reserve-stable-port';

let node: TestNode;
const ports: number[] = [];

beforeAll(async () => {
  ports.push(await reserveStablePort(), await reserveStablePort(), await reserveStablePort());
  const [any, loopback, named] = ports;
  node = await startBitcoind({
    blocks: 0,
    flags: [
      `-zmqpubrawtx=tcp://*:${any}`,
      `-zmqpubhashtx=tcp://127.0.0.1:${loopback}`,
      `-zmqpubhashblock=tcp://lo:${named}`,
      `-zmqpubrawblock=tcp://lo:${named}`,
    ],
  });
});
afterAll(() => node.stop());

async function found(url: URL, given?: { host: string; port: number }[]): Promise<string[]> {
  const publishers = await findPublishers(createRpc(url), 'node.example', given);
  return publishers.map(({ host, port, topics }) => `${host} ${port} ${[...topics].join('+')}`);
}

async function foundOf(addresses: Readonly<Record<string, string>>): Promise<string[]> {
  const result = Object.entries(addresses).map(([type, address]) => ({
    type,
    address,
    hwm: 1_000,
  }));
  const front = await startNodeProxy(node, () => ({ result }));
  try {
    return await found(front.url);
  } finally {
    await front.close();
  }
}

describe('the publishers of a node', () => {
  it('publishers that the node lists for blocks and transactions are reached at the RPC URL’s host', async () => {
    const [any, , named] = ports;
    expect(await found(new URL(node.url))).toEqual([
      `node.example ${named} hashblock`,
      `node.example ${any} rawtx`,
    ]);
  });

  it('the subscription to a configured publisher contains only topics that the node lists', async () => {
    const given = [
      { host: '10.0.0.1', port: 1 },
      { host: '10.0.0.2', port: 2 },
    ];
    expect(await found(new URL(node.url), given)).toEqual([
      '10.0.0.1 1 rawtx+hashblock',
      '10.0.0.2 2 rawtx+hashblock',
    ]);
  });

  it('the subscription to a configured publisher contains all topics if the node lists none', async () => {
    const front = await startNodeProxy(node, () => ({ result: [] }));
    expect(await found(front.url, [{ host: '10.0.0.1', port: 1 }])).toEqual([
      '10.0.0.1 1 sequence+rawtx+hashtx+hashblock+rawblock',
    ]);
    await front.close();
  });

  it.each([
    ['tcp://*:7', 'node.example 7'],
    ['tcp://0.0.0.0:7', 'node.example 7'],
    ['tcp://[::]:7', 'node.example 7'],
    ['tcp://127.0.0.1:7', 'node.example 7'],
    ['tcp://[::1]:7', 'node.example 7'],
    ['tcp://eth0:7', 'node.example 7'],
    ['tcp://203.0.113.9:7', '203.0.113.9 7'],
    ['tcp://[2001:db8::9]:7', '2001:db8::9 7'],
  ])('a publisher that the node lists at %s is reached at %s', async (address, expected) => {
    expect(await foundOf({ pubsequence: address })).toEqual([`${expected} sequence`]);
  });

  it.each(['ipc:///run/node', 'tcp://*:0', 'tcp://*:65536', 'tcp://*', 'inproc://x', ''])(
    'a publisher that the node lists at %j is ignored',
    async (address) => {
      expect(await foundOf({ pubsequence: address })).toEqual([]);
    },
  );

  it('several topics at one address share one publisher connection', async () => {
    const address = 'tcp://*:7';
    expect(await foundOf({ pubhashtx: address, pubrawblock: address })).toEqual([
      'node.example 7 hashtx+rawblock',
    ]);
  });
});
