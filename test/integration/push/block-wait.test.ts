import { afterEach, describe, expect, it } from 'vitest';
import { createBitcoindSource } from '@/lib/chain/bitcoind';
import { startBitcoind } from '@/test/support/bitcoind';
import { forFile } from '@/test/support/for-file';
import { type Heard, hear, QUICK } from '@/test/support/heard';
import { type FrontAnswer, type NodeFront, startNodeFront } from '@/test/support/node-front';
import { until } from '@/test/support/wait';
import { startZmqPublisher } from '@/test/support/zmq-publisher';

const NO_SUCH_METHOD = { error: { code: -32_601, message: 'Method not found' } };
const USAGE = { error: { code: -1, message: 'waitfornewblock ( timeout )' } };

let front: NodeFront;
let heard: Heard;
/** The calls that the node does not answer itself, which tests change. */
let answer: (method: string, params: readonly unknown[]) => FrontAnswer | undefined;

const node = await forFile(startBitcoind({ blocks: 1, flags: ['-rpcthreads=64'] }));
afterEach(async () => {
  heard.listening.close();
  await front.close();
});

async function listen(timing = QUICK): Promise<void> {
  front = await startNodeFront(node, (method, params) => answer(method, params));
  heard = hear(createBitcoindSource('regtest', front.url, undefined, { timing }).pushes);
}

async function moved(act: () => Promise<unknown>): Promise<void> {
  const { moves } = heard;
  await act();
  await until('a full read is asked for', () => heard.moves > moves);
}

describe('without ZMQ', () => {
  it('every change of the best block is told of, up or down', async () => {
    answer = () => undefined;
    await listen();
    await until('it listens', () => front.calls('waitfornewblock') > 1);
    await moved(() => node.mine());
    await moved(() => node.mine(3));
    await moved(() => node.disconnect(1));
    await moved(() => node.mine(2));
    expect(front.most('waitfornewblock')).toBe(1);
  });

  it('a node that cannot be told the last known block misses none between two requests', async () => {
    answer = (method, params) =>
      method === 'waitfornewblock' && params.length > 1 ? USAGE : undefined;
    await listen();
    for (let n = 0; n < 5; n += 1) {
      await until('it waits for a height', () => front.calls('waitforblockheight') > n);
      await moved(() => node.mine());
    }
    expect(front.calls('waitfornewblock')).toBe(2);
  });

  it.each<[string, FrontAnswer]>([
    ['without this method', NO_SUCH_METHOD],
    ['that forbids it', { status: 403 }],
  ])('a node %s is asked again as rarely as for ZMQ', async (_, refusal) => {
    answer = (method) => (method.startsWith('waitfor') ? refusal : undefined);
    await listen({ ...QUICK, renewMs: 20 });
    await until('it was asked often', () => front.calls('getzmqnotifications') > 10);
    const asked = front.calls('waitfornewblock');
    expect(asked).toBeGreaterThan(1);
    expect(asked).toBeLessThanOrEqual(front.calls('getzmqnotifications'));
    expect(heard.moves).toBe(0);
  });

  it.each<[string, FrontAnswer]>([
    ['was built without ZMQ', NO_SUCH_METHOD],
    ['forbids to ask for it', { status: 403 }],
    ['lists an address that is not TCP', listed('ipc:///tmp/node')],
    ['lists an impossible port', listed('tcp://127.0.0.1:99999')],
    ['lists an unknown topic', { result: [{ type: 'pubother', address: 'tcp://*:1' }] }],
  ])('a node that %s tells of blocks', async (_, given) => {
    answer = (method) => (method === 'getzmqnotifications' ? given : undefined);
    await listen();
    await until('it listens', () => heard.moves > 0);
    await moved(() => node.mine());
    await moved(() => node.mine());
  });
});

describe('with ZMQ that is out of reach', () => {
  it('blocks are told of, and ZMQ is used once it can be reached', async () => {
    const publisher = await startZmqPublisher();
    await publisher.pause();
    const given = listed(`tcp://127.0.0.1:${publisher.port}`);
    answer = (method) => (method === 'getzmqnotifications' ? given : undefined);
    await listen();
    await until('it listens', () => heard.moves > 0);
    await moved(() => node.mine());
    await moved(() => node.mine());
    await publisher.resume();
    await until('it is subscribed', () => publisher.subscribers() === 1);
    heard.listening.close();
    await publisher.close();
  });

  it('no more than one request waits, however often ZMQ comes and goes', async () => {
    const publisher = await startZmqPublisher();
    const given = listed(`tcp://127.0.0.1:${publisher.port}`);
    answer = (method) => (method === 'getzmqnotifications' ? given : undefined);
    await listen();
    for (let n = 0; n < 20; n += 1) {
      await until('it is subscribed', () => publisher.subscribers() === 1);
      const before = publisher.received();
      publisher.drop();
      await until('it is back', () => publisher.received() > before);
    }
    await until('it waits', () => front.calls('waitfornewblock') > 1);
    expect(front.most('waitfornewblock')).toBe(1);
    heard.listening.close();
    await publisher.close();
  });
});

it('a node that cannot be reached is listened to once it is there', async () => {
  answer = () => ({ status: 502 });
  await listen();
  await until('it was asked in vain', () => front.calls('getzmqnotifications') > 3);
  expect(heard.moves).toBe(0);
  answer = () => undefined;
  await until('it listens', () => heard.moves > 0);
  await moved(() => node.mine());
});

function listed(address: string): FrontAnswer {
  return { result: [{ type: 'pubsequence', address }] };
}
