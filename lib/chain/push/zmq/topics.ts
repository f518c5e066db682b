import { ScanError } from '@/lib/bitcoin/bytes';
import { scanTransaction } from '@/lib/bitcoin/scan';
import { ProtocolError, type ZmqMessage } from './message-reader';

/** Topics that Bitcoin Core publishes (doc/zmq.md), best first. */
const TRANSACTION_TOPICS = ['sequence', 'rawtx', 'hashtx'] as const;
const BLOCK_TOPICS = ['sequence', 'hashblock', 'rawblock'] as const;

export type Topic = (typeof TRANSACTION_TOPICS)[number] | (typeof BLOCK_TOPICS)[number];

export const TOPICS: readonly Topic[] = [...new Set([...TRANSACTION_TOPICS, ...BLOCK_TOPICS])];

export function isTopic(text: string): text is Topic {
  return (TOPICS as readonly string[]).includes(text);
}

export function chooseTopics(offered: ReadonlySet<Topic>): ReadonlySet<Topic> {
  const transactions = TRANSACTION_TOPICS.find((topic) => offered.has(topic));
  const blocks = BLOCK_TOPICS.find((topic) => offered.has(topic));
  return new Set([transactions, blocks].filter((topic) => topic !== undefined));
}

export type MessageContent =
  | { readonly kind: 'block' | 'nothing' }
  | { readonly kind: 'transaction'; readonly txid: string };

const HASH_BYTES = 32;
const SEQUENCE_BYTES = 8;

/** @throws ProtocolError for a body that no node publishes */
export function parseMessage({ topic, body }: ZmqMessage): MessageContent {
  switch (topic) {
    case 'sequence':
      return sequenceNotice(body);
    case 'rawtx':
      return { kind: 'transaction', txid: txidOf(body) };
    case 'hashtx':
      return { kind: 'transaction', txid: hashOf(body, HASH_BYTES) };
    case 'hashblock':
      hashOf(body, HASH_BYTES);
      return { kind: 'block' };
    case 'rawblock':
      return { kind: 'block' };
    default:
      return { kind: 'nothing' };
  }
}

/**
 * The body is a hash and a letter: A when the mempool has added a transaction, R when it has
 * removed one, C for a connected block, and D for a disconnected one.
 */
function sequenceNotice(body: Buffer): MessageContent {
  const label = String.fromCharCode(body[HASH_BYTES] ?? 0);
  if (label === 'C' || label === 'D') {
    hashOf(body, HASH_BYTES + 1);
    return { kind: 'block' };
  }
  // The letter is R, or one that only a later version of the node sends.
  if (label !== 'A' && body.length > HASH_BYTES) return { kind: 'nothing' };
  return { kind: 'transaction', txid: hashOf(body, HASH_BYTES + 1 + SEQUENCE_BYTES) };
}

/** Nodes publish hashes in display order. */
function hashOf(body: Buffer, length: number): string {
  if (body.length !== length) throw new ProtocolError('a message of the wrong length');
  return body.toString('hex', 0, HASH_BYTES);
}

function txidOf(raw: Buffer): string {
  try {
    return scanTransaction(raw).txid();
  } catch (cause) {
    if (cause instanceof ScanError) throw new ProtocolError('a broken transaction');
    throw cause;
  }
}
