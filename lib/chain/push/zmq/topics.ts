import { ScanError } from '@/lib/bitcoin/bytes';
import { scanTransaction } from '@/lib/bitcoin/scan';
import { type Message, ProtocolError } from './message-reader';

/**
 * The topics of each kind that a node publishes (Bitcoin Core's doc/zmq.md), the best topic first.
 */
const TRANSACTION_TOPICS = ['sequence', 'rawtx', 'hashtx'] as const;
const BLOCK_TOPICS = ['sequence', 'hashblock', 'rawblock'] as const;

export type Topic = (typeof TRANSACTION_TOPICS)[number] | (typeof BLOCK_TOPICS)[number];

export const TOPICS: readonly Topic[] = [...new Set([...TRANSACTION_TOPICS, ...BLOCK_TOPICS])];

export function isTopic(text: string): text is Topic {
  return (TOPICS as readonly string[]).includes(text);
}

/** Returns the topics to subscribe to among the published ones: one of each kind. */
export function chooseTopics(offered: ReadonlySet<Topic>): ReadonlySet<Topic> {
  const transactions = TRANSACTION_TOPICS.find((topic) => offered.has(topic));
  const blocks = BLOCK_TOPICS.find((topic) => offered.has(topic));
  return new Set([transactions, blocks].filter((topic) => topic !== undefined));
}

/** The content of a message. */
export type MessageContent =
  | { readonly kind: 'block' | 'nothing' }
  | { readonly kind: 'transaction'; readonly txid: string };

const HASH_BYTES = 32;
const SEQUENCE_BYTES = 8;

/**
 * Parses a message.
 *
 * @throws ProtocolError for a body that no node publishes
 */
export function parseMessage({ topic, body }: Message): MessageContent {
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
 * Parses a hash and a letter. The mempool has Accepted or Removed a transaction, or a block was
 * Connected or Disconnected.
 */
function sequenceNotice(body: Buffer): MessageContent {
  const label = String.fromCharCode(body[HASH_BYTES] ?? 0);
  if (label === 'C' || label === 'D') {
    hashOf(body, HASH_BYTES + 1);
    return { kind: 'block' };
  }
  // The body reports a removal, or has a label of a later version of the node.
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
