import { describe, expect, it } from 'vitest';
import { encodeZmqReady } from '@/test/support/zmq-publisher';
import { ProtocolError } from './message-reader';
import {
  checkGreeting,
  checkReady,
  createGreeting,
  pongCommand,
  readyCommand,
  subscribeMessage,
} from './zmtp';

/** Recorded from a node with libzmq 4.3.5. */
const NODE_GREETING = Buffer.from(`ff00000000000000017f03014e554c4c${'00'.repeat(48)}`, 'hex');
const NODE_READY = Buffer.from('0552454144590b536f636b65742d5479706500000003505542', 'hex');

const changed = (at: number, byte: number) => {
  const bytes = Buffer.from(NODE_GREETING);
  bytes[at] = byte;
  return bytes;
};
const bodyOf = (frame: Buffer) => frame.subarray(2);

describe('the greeting', () => {
  it('the ZMTP greeting of a node is accepted wherever its bytes are split', () => {
    for (let length = 0; length < 64; length += 1) {
      expect(checkGreeting(NODE_GREETING.subarray(0, length))).toBe(false);
    }
    expect(checkGreeting(NODE_GREETING)).toBe(true);
    expect(checkGreeting(createGreeting())).toBe(true);
  });

  it.each([
    ['HTTP', Buffer.from('HTTP/1.1 400'), 'not a ZeroMQ socket'],
    ['ZMTP 1', Buffer.from([0x01, 0x00]), 'not a ZeroMQ socket'],
    ['ZMTP 1 with a long frame', Buffer.from([0xff, 0, 0, 0, 0, 0, 0, 0, 1, 0]), 'not ZMTP 2'],
    ['ZMTP 2', changed(10, 1).subarray(0, 12), 'ZMTP before version 3'],
    ['the mechanism PLAIN', changed(12, 0x50), 'a security mechanism'],
    ['a longer mechanism', changed(16, 0x31), 'a security mechanism'],
  ])('the ZMTP greeting of a peer with %s is refused', (_, bytes, reason) => {
    expect(() => checkGreeting(bytes)).toThrow(ProtocolError);
    expect(() => checkGreeting(bytes)).toThrow(reason);
  });
});

describe('READY', () => {
  it('a READY command is accepted in any letter case and among other properties', () => {
    const other = Buffer.from('\x05READY\x01A\0\0\0\x02bc\x0bsocket-TYPE\0\0\0\x04XPUB', 'latin1');
    expect(() => checkReady(NODE_READY)).not.toThrow();
    expect(() => checkReady(other)).not.toThrow();
  });

  it.each([
    ['a socket that does not publish', bodyOf(encodeZmqReady('REP'))],
    ['no socket type', Buffer.from('\x05READY', 'latin1')],
    ['a name longer than the command', Buffer.from('\x05READY\xff', 'latin1')],
    ['a value longer than the command', Buffer.from('\x05READY\x01A\xff\xff\xff\xff', 'latin1')],
    ['another command', Buffer.from('\x05ERROR\x03not', 'latin1')],
    ['a command without a name', Buffer.from('\x09READY', 'latin1')],
    ['nothing', Buffer.alloc(0)],
  ])('a READY command with %s is refused', (_, body) => {
    expect(() => checkReady(body)).toThrow(ProtocolError);
  });
});

it('the frames that we send have the bytes that RFC 23 defines', () => {
  expect(createGreeting().toString('hex')).toBe(
    `ff00000000000000007f03004e554c4c${'00'.repeat(48)}`,
  );
  expect(readyCommand()).toEqual(encodeZmqReady('SUB'));
  expect(subscribeMessage('rawtx').toString('latin1')).toBe('\x00\x06\x01rawtx');
});

it('a PONG returns the context of its PING, up to 16 bytes', () => {
  const ping = (context: string) => Buffer.from(`\x04PING\0\0${context}`, 'latin1');
  expect(pongCommand(ping(''))?.toString('latin1')).toBe('\x04\x05\x04PONG');
  expect(pongCommand(ping('abc'))?.toString('latin1')).toBe('\x04\x08\x04PONGabc');
  expect(pongCommand(ping('x'.repeat(99)))?.toString('latin1')).toBe(
    `\x04\x15\x04PONG${'x'.repeat(16)}`,
  );
  expect(pongCommand(Buffer.from('\x04PONG', 'latin1'))).toBeUndefined();
});
