import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startBitcoind } from '@/test/support/bitcoind';
import { type NodeProxy, type NodeProxyResponse, startNodeProxy } from '@/test/support/node-proxy';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { until } from '@/test/support/wait';
import { startZmqPublisher, type ZmqPublisher } from '@/test/support/zmq-publisher';

/** Shorter than the time limit of a request that waits for a block. */
const PATIENCE_MS = 30_000;

let publisher: ZmqPublisher;
let front: NodeProxy;
let child: ChildProcess;
let answer: (method: string) => NodeProxyResponse | undefined;

const node = await openForTestFile(startBitcoind({ blocks: 1, flags: ['-rpcthreads=64'] }));
beforeEach(async () => {
  publisher = await startZmqPublisher();
  front = await startNodeProxy(node, (method) => answer(method));
});
afterEach(async () => {
  child.kill('SIGKILL');
  await publisher.close();
  await front.close();
});

function listen(publishes: boolean): void {
  const address = `tcp://127.0.0.1:${publisher.port}`;
  const result = publishes ? [{ type: 'pubsequence', address }] : [];
  answer = (method) => (method === 'getzmqnotifications' ? { result } : undefined);
  start();
}

function start(): void {
  const program = ['--import', 'tsx', 'test/support/listen-until-closed.ts', front.url.href];
  child = spawn(process.execPath, program, { stdio: ['pipe', 'inherit', 'inherit'] });
}

async function closes(): Promise<void> {
  const ended = once(child, 'exit');
  child.stdin?.end();
  await until('the program has ended', () => child.exitCode !== null, PATIENCE_MS);
  expect(await ended).toEqual([0, null]);
}

describe('closing a listener leaves no connection open', () => {
  it('a listener that is closed during a ZMQ subscription leaves no connection open', async () => {
    listen(true);
    await until('it is subscribed', () => publisher.subscribers() === 1);
    publisher.accepted('ab'.repeat(32));
    publisher.connected('ab'.repeat(32));
    await closes();
  });

  it('a listener that is closed during the ZMTP handshake leaves no connection open', async () => {
    publisher.welcome = 'stall_after_greeting';
    listen(true);
    await until('it is connected', () => publisher.connections() === 1);
    await closes();
  });

  it('a listener that is closed during a request to the node leaves no connection open', async () => {
    answer = () => 'never';
    start();
    await until('the node was asked', () => front.calls('getzmqnotifications') === 1);
    await closes();
  });

  it('a listener that is closed between a failed request and its retry leaves no connection open', async () => {
    answer = () => ({ status: 502 });
    start();
    await until('the node was asked', () => front.calls('getzmqnotifications') === 1);
    await closes();
  });
});
