import { describe, expect, it } from 'vitest';
import { ProtocolError, type ZmqMessage } from './message-reader';
import { chooseTopics, parseMessage, type Topic } from './topics';

const HASH = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b';
const HASH_BYTES = Buffer.from(HASH, 'hex');
/** The only transaction of the first block, whose txid is HASH. */
const RAW = Buffer.from(
  '01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d' +
    '0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f' +
    '66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0' +
    'fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c38' +
    '4df7ba0b8d578a4c702b6bf11d5fac00000000',
  'hex',
);

const message = (topic: string, body: Uint8Array): ZmqMessage => ({
  topic,
  body: Buffer.from(body),
  counter: 0,
});
const change = (label: string, sequence?: bigint) => {
  const count = Buffer.alloc(sequence === undefined ? 0 : 8);
  if (sequence !== undefined) count.writeBigUInt64LE(sequence);
  return message('sequence', Buffer.concat([HASH_BYTES, Buffer.from(label), count]));
};

describe('the choice of topics', () => {
  it.each<[Topic[], Topic[]]>([
    [['rawtx', 'hashtx', 'sequence', 'hashblock', 'rawblock'], ['sequence']],
    [
      ['rawtx', 'hashtx', 'hashblock', 'rawblock'],
      ['rawtx', 'hashblock'],
    ],
    [
      ['hashtx', 'rawblock'],
      ['hashtx', 'rawblock'],
    ],
    [['hashtx'], ['hashtx']],
    [['rawblock'], ['rawblock']],
    [[], []],
  ])('the topics to subscribe to among %o are %o', (offered, chosen) => {
    expect([...chooseTopics(new Set(offered))]).toEqual(chosen);
  });
});

describe('a message', () => {
  it.each([
    ['an accepted transaction', change('A', 1n), { kind: 'transaction', txid: HASH }],
    ['a removed transaction', change('R', 1n), { kind: 'nothing' }],
    ['a connected block', change('C'), { kind: 'block' }],
    ['a disconnected block', change('D'), { kind: 'block' }],
    ['a kind of change that only later nodes announce', change('X', 1n), { kind: 'nothing' }],
    ['a transaction id', message('hashtx', HASH_BYTES), { kind: 'transaction', txid: HASH }],
    ['a transaction', message('rawtx', RAW), { kind: 'transaction', txid: HASH }],
    ['a block hash', message('hashblock', HASH_BYTES), { kind: 'block' }],
    ['a block that was not kept', message('rawblock', Buffer.alloc(0)), { kind: 'block' }],
    ['another topic', message('rawtxlock', RAW), { kind: 'nothing' }],
  ])('a ZMQ message about %s is parsed', (_, given, expected) => {
    expect(parseMessage(given)).toMatchObject(expected);
  });

  it.each([
    ['an accepted transaction without a number', change('A')],
    ['a connected block with a number', change('C', 1n)],
    ['an empty change', message('sequence', Buffer.alloc(0))],
    ['a short hash', message('hashtx', HASH_BYTES.subarray(1))],
    ['a long hash', message('hashblock', Buffer.alloc(33))],
    ['half a transaction', message('rawtx', RAW.subarray(0, 100))],
    ['a transaction and a byte', message('rawtx', Buffer.concat([RAW, Buffer.alloc(1)]))],
    ['an empty transaction', message('rawtx', Buffer.alloc(0))],
  ])('a ZMQ message with %s is refused', (_, given) => {
    expect(() => parseMessage(given)).toThrow(ProtocolError);
  });
});
