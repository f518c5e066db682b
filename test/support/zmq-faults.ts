import type { Random } from './random';
import { until } from './wait';
import { type ZmqPublisher, zmqFrame, zmqMessage } from './zmq-publisher';

type Fault = (publisher: ZmqPublisher, random: Random) => unknown;

const topic = zmqFrame(1, Buffer.from('sequence'));
const ofLength = (length: bigint) => {
  const head = Buffer.alloc(9);
  head[0] = 3;
  head.writeBigUInt64BE(length, 1);
  return head;
};
const hash = (random: Random) => Buffer.from(random.bytes(32)).toString('hex');

/** Resets all connections. Only the next connection gets the bad `welcome`. */
async function receiveBadly(publisher: ZmqPublisher, welcome: ZmqPublisher['welcome']) {
  publisher.welcome = welcome;
  publisher.drop();
  const before = publisher.received();
  await until('a connection is received badly', () => publisher.received() > before);
  publisher.welcome = 'serve';
}

/**
 * After each of these faults, the publisher works again, but a subscriber cannot know which
 * messages it missed.
 */
export const ZMQ_FAULTS: Readonly<Record<string, Fault>> = {
  killed: (publisher) => publisher.drop(),
  'away for a while': async (publisher) => {
    await publisher.pause();
    await publisher.resume();
  },
  'permanently silent': async (publisher) => {
    publisher.isMute = true;
    const before = publisher.received();
    await until('the subscriber comes again', () => publisher.received() > before);
    publisher.isMute = false;
  },
  garbage: async (publisher, random) => {
    const before = publisher.received();
    publisher.raw(random.bytes(random.int(1, 2_000)));
    await until('the subscriber comes again', () => publisher.received() > before);
  },
  'a length of 2^63': (publisher) => publisher.raw(Buffer.concat([topic, ofLength(2n ** 63n)])),
  'a length of a block, and nothing after it': async (publisher) => {
    const before = publisher.received();
    publisher.raw(Buffer.concat([topic, ofLength(4_000_000n)]));
    await until('the subscriber comes again', () => publisher.received() > before);
  },
  'half a message': (publisher, random) => {
    const whole = zmqMessage('sequence', random.bytes(41), 1);
    publisher.raw(whole.subarray(0, random.int(1, whole.length - 1)));
    publisher.drop();
  },
  'a message of the wrong length': (publisher, random) => {
    publisher.publish('sequence', random.bytes(random.int(0, 32)));
  },
  'a message of one frame': (publisher) => publisher.raw(zmqFrame(0, Buffer.from('sequence'))),
  'stalled in the handshake': (publisher) => receiveBadly(publisher, 'stall'),
  'stalled after the greeting': (publisher) => receiveBadly(publisher, 'stall_after_greeting'),
  'a wrong greeting': (publisher, random) =>
    receiveBadly(publisher, Buffer.concat([Buffer.from([0x16]), random.bytes(random.int(0, 99))])),
  'an old version': (publisher) =>
    receiveBadly(publisher, Buffer.from('ff00000000000000017f0102', 'hex')),
  'skipped numbers': (publisher, random) => {
    publisher.skip('sequence', random.int(1, 1_000));
    publisher.accepted(hash(random));
  },
  'hundreds of gaps': (publisher, random) => {
    for (let n = 0; n < 300; n += 1) {
      publisher.skip('sequence');
      publisher.accepted(hash(random));
    }
  },
  'a repeated number': (publisher, random) => {
    publisher.publish('sequence', Buffer.concat([random.bytes(32), Buffer.from('D')]), 7);
    publisher.publish('sequence', Buffer.concat([random.bytes(32), Buffer.from('D')]), 7);
  },
  'a number that begins anew': (publisher, random) => {
    publisher.publish('sequence', Buffer.concat([random.bytes(32), Buffer.from('C')]), 0);
  },
};
