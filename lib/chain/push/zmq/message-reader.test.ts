import { describe, expect, it } from 'vitest';
import { seededRandom } from '@/test/support/random';
import { zmqFrame, zmqMessage } from '@/test/support/zmq-publisher';
import { MessageReader, ProtocolError } from './message-reader';

interface Read {
  readonly messages: { topic: string; body: string; counter: number }[];
  readonly commands: string[];
  readonly push: (bytes: Buffer) => void;
}

function reader(): Read {
  const messages: Read['messages'] = [];
  const commands: string[] = [];
  const made = new MessageReader({
    keeps: (topic) => topic !== 'rawblock',
    onMessage: ({ topic, body, counter }) =>
      messages.push({ topic, body: body.toString('hex'), counter }),
    onCommand: (body) => commands.push(body.toString('latin1')),
  });
  return { messages, commands, push: (bytes) => made.push(bytes) };
}

const LENGTH_OF_2_TO_THE_63 = Buffer.from([0x03, 0x80, 0, 0, 0, 0, 0, 0, 0]);
const topic = zmqFrame(1, Buffer.from('rawtx'));
const body = zmqFrame(1, Buffer.from('aa', 'hex'));

describe('messages', () => {
  it('ZMQ messages are read completely wherever their bytes are split', () => {
    const random = seededRandom('cuts');
    const sent = Array.from({ length: 60 }, (_, counter) => ({
      topic: random.pick(['rawtx', 'sequence', 'hashblock']),
      body: Buffer.from(random.bytes(random.pick([0, 1, 32, 255, 256, 3_000]))),
      counter: random.pick([0, counter, 0xffffffff]),
    }));
    const bytes = Buffer.concat(sent.map((one) => zmqMessage(one.topic, one.body, one.counter)));
    for (const longest of [1, 7, 300, 10_000]) {
      const { messages, push } = reader();
      for (let at = 0; at < bytes.length; ) {
        const length = random.int(1, longest);
        push(bytes.subarray(at, at + length));
        at += length;
      }
      expect(messages).toEqual(sent.map((one) => ({ ...one, body: one.body.toString('hex') })));
    }
  });

  it('ZMQ commands before and after a message are read', () => {
    const { messages, commands, push } = reader();
    const ping = zmqFrame(4, Buffer.from('\x04PING\0\0'));
    push(Buffer.concat([ping, zmqMessage('hashtx', Buffer.alloc(32), 1), ping]));
    expect(messages).toHaveLength(1);
    expect(commands).toEqual(['\x04PING\0\0', '\x04PING\0\0']);
  });

  it('if the reader skips a topic, it returns the topic’s messages with an empty body', () => {
    const { messages, push } = reader();
    push(zmqMessage('rawblock', Buffer.alloc(1_000_000), 7));
    expect(messages).toEqual([{ topic: 'rawblock', body: '', counter: 7 }]);
  });
});

describe('malformed bytes are refused', () => {
  it.each([
    ['an unknown flag', Buffer.from([8, 0])],
    ['a length of 2^63', Buffer.concat([topic, LENGTH_OF_2_TO_THE_63])],
    ['a body longer than a block', Buffer.concat([topic, zmqFrame(1, Buffer.alloc(4_000_001))])],
    ['a long topic', zmqFrame(1, Buffer.alloc(65))],
    ['a long command', zmqFrame(4, Buffer.alloc(1_025))],
    ['a counter of 64 bits', Buffer.concat([topic, body, zmqFrame(0, Buffer.alloc(8))])],
    ['a counter of 16 bits', Buffer.concat([topic, body, zmqFrame(0, Buffer.alloc(2))])],
    ['one frame', zmqFrame(0, Buffer.from('rawtx'))],
    ['two frames', Buffer.concat([topic, zmqFrame(0, Buffer.alloc(4))])],
    ['four frames', Buffer.concat([topic, body, zmqFrame(1, Buffer.alloc(4))])],
    ['a command within a message', Buffer.concat([topic, zmqFrame(4, Buffer.from('\x01A'))])],
    ['a command of two frames', zmqFrame(5, Buffer.from('\x01A'))],
  ])('malformed ZMQ bytes are refused: %s', (_, bytes) => {
    const { messages, push } = reader();
    expect(() => push(bytes)).toThrow(ProtocolError);
    expect(messages).toEqual([]);
  });

  it('a ZMQ message with random changes is read or refused, and causes no other error', () => {
    const random = seededRandom('garbage');
    let refused = 0;
    for (let n = 0; n < 5_000; n += 1) {
      const valid = zmqMessage('rawtx', random.bytes(random.int(0, 400)), n);
      const broken = Buffer.from(valid);
      for (let flips = random.int(1, 8); flips > 0; flips -= 1) {
        broken[random.int(0, broken.length - 1)] = random.int(0, 255);
      }
      try {
        reader().push(broken);
      } catch (error) {
        expect(error).toBeInstanceOf(ProtocolError);
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(100);
  });
});

describe('the memory for messages', () => {
  it('reading 50 large ZMQ messages of a skipped topic takes less memory than the size of one message', () => {
    const { push } = reader();
    const piece = Buffer.alloc(65_536);
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    for (let messages = 0; messages < 50; messages += 1) {
      push(zmqFrame(1, Buffer.from('rawblock')));
      push(Buffer.from([0x03, 0, 0, 0, 0, 0, 0x3d, 0x09, 0x00]));
      for (let left = 4_000_000; left > 0; left -= piece.length) {
        push(piece.subarray(0, left));
        most = Math.max(most, process.memoryUsage().arrayBuffers - before);
      }
      push(zmqFrame(0, Buffer.alloc(4)));
    }
    expect(most).toBeLessThan(4_000_000);
  });

  it('a ZMQ message that arrives byte by byte takes at most twice its length in memory', () => {
    const { push, messages } = reader();
    const bytes = zmqMessage('rawtx', Buffer.alloc(1_000_000), 1);
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      push(bytes.subarray(at, at + 1));
      if (at % 50_000 === 0) most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }
    expect(messages).toHaveLength(1);
    expect(most).toBeLessThan(2_000_000);
  });
});
