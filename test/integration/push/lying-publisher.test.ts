import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBitcoindSource } from '@/lib/chain/sources/node/bitcoind';
import { startBitcoind } from '@/test/support/bitcoind';
import { collectPushes, QUICK_TIMING, type ReceivedPushes } from '@/test/support/heard';
import { type NodeProxy, startNodeProxy } from '@/test/support/node-proxy';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { seededRandom } from '@/test/support/random';
import { until } from '@/test/support/wait';
import { ZMQ_FAULTS } from '@/test/support/zmq-faults';
import {
  startZmqPublisher,
  type ZmqPublisher,
  zmqFrame,
  zmqMessage,
} from '@/test/support/zmq-publisher';

const SEQUENCES = 1_000;
const CONCURRENT = 4;
const IMPATIENT = { ...QUICK_TIMING, handshakeMs: 100, heartbeatMs: 30 };

interface Rig {
  readonly publisher: ZmqPublisher;
  readonly heard: ReceivedPushes;
  /** Waits until a newly published transaction is received. */
  works(): Promise<void>;
  close(): Promise<void>;
}

let rig: Rig;

const node = await openForTestFile(startBitcoind({ blocks: 0, flags: ['-rpcthreads=64'] }));

let named = 0;
function nextTxid(): string {
  named += 1;
  return named.toString(16).padStart(64, '0');
}

/** Opens a node that reports a new publisher, and records what the server receives from it. */
async function openRig(): Promise<Rig> {
  const publisher = await startZmqPublisher();
  const result = [{ type: 'pubsequence', address: `tcp://127.0.0.1:${publisher.port}` }];
  const front: NodeProxy = await startNodeProxy(node, (method) =>
    method === 'getzmqnotifications' ? { result } : undefined,
  );
  const source = createBitcoindSource('regtest', front.url, undefined, { timing: IMPATIENT });
  const heard = collectPushes(source.pushed);
  return {
    publisher,
    heard,
    works: async () => {
      await until('a transaction is heard', () => {
        if (publisher.subscribers() === 0) return false;
        const txid = nextTxid();
        publisher.accepted(txid);
        return until('this one is heard', () => heard.txids.includes(txid), 300);
      });
    },
    close: async () => {
      heard.listening.close();
      await until('no connection is left', () => publisher.connections() === 0);
      await publisher.close();
      await front.close();
    },
  };
}

describe('a publisher', () => {
  beforeEach(async () => {
    rig = await openRig();
    await rig.works();
  });
  afterEach(() => rig.close());

  it.each(Object.entries(ZMQ_FAULTS))(
    'after a publisher’s fault, the chain is read in full and the subscription is renewed: %s',
    async (name, fault) => {
      const { moves } = rig.heard;
      await fault(rig.publisher, seededRandom(name));
      await until('a full read is asked for', () => rig.heard.moves > moves);
      await rig.works();
    },
  );

  it('a publisher may send PING, and may send its messages byte by byte', async () => {
    const { moves } = rig.heard;
    for (let n = 0; n < 100; n += 1) {
      rig.publisher.raw(zmqFrame(4, Buffer.from('\x04PING\0\0context')));
    }
    const txid = nextTxid();
    const bytes = zmqMessage(
      'sequence',
      Buffer.concat([Buffer.from(txid, 'hex'), Buffer.from('A'), Buffer.alloc(8)]),
      0xffffffff,
    );
    for (const byte of bytes) {
      rig.publisher.raw(Uint8Array.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await until('it is heard', () => rig.heard.txids.includes(txid));
    await until('its number is a gap', () => rig.heard.moves > moves);
    await rig.works();
  });

  it('a publisher that sends a flood of transaction ids does not delay other work', async () => {
    const lastTxid = nextTxid();
    const ids = [...Array.from({ length: 200_000 }, nextTxid), lastTxid];
    const flood = Buffer.concat(
      ids.map((txid, n) =>
        zmqMessage(
          'sequence',
          Buffer.concat([Buffer.from(txid, 'hex'), Buffer.from('A'), Buffer.alloc(8)]),
          n,
        ),
      ),
    );
    let longest = 0;
    let last = performance.now();
    const startedAt = last;
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 1);
    try {
      rig.publisher.raw(flood);
      await until('the last is heard', () => rig.heard.txids.at(-1) === lastTxid);
    } finally {
      clearInterval(timer);
    }
    expect(longest).toBeLessThan((performance.now() - startedAt) / 3);
  });
});

it(`each of ${SEQUENCES} random faults of a publisher causes a full chain read and leaks nothing`, async () => {
  const names = Object.keys(ZMQ_FAULTS);
  const run = async (part: number) => {
    const one = await openRig();
    for (let n = 0; n < SEQUENCES / CONCURRENT; n += 1) {
      const random = seededRandom(`fault ${part} ${n}`);
      await one.works();
      for (let calm = random.int(0, 5); calm > 0; calm -= 1) one.publisher.accepted(nextTxid());
      const { moves } = one.heard;
      const name = random.pick(names);
      await ZMQ_FAULTS[name]?.(one.publisher, random);
      await until(`a full read after: ${name} (${part}, ${n})`, () => one.heard.moves > moves);
    }
    await one.works();
    await one.close();
  };
  await Promise.all(Array.from({ length: CONCURRENT }, (_, part) => run(part)));
});
