import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { reserveStablePort } from './reserve-stable-port';

export type ZmqConnectionBehavior =
  | 'serve'
  /** Accepts the connection and sends nothing. */
  | 'stall'
  /** Sends the greeting, but never READY. */
  | 'stall_after_greeting'
  /** Sends only these bytes. */
  | Uint8Array;

/** A publisher that speaks ZMTP 3.1 like a node. Tests can make it send false data. */
export interface ZmqPublisher {
  readonly host: string;
  readonly port: number;
  /** Returns the number of connections with a subscription to a topic. */
  subscribers(): number;
  connections(): number;
  received(): number;
  welcome: ZmqConnectionBehavior;
  /** Whether the publisher sends nothing, not even replies to PING. */
  isMute: boolean;
  /**
   * Sends a message to the topic's subscribers.
   *
   * @param counter by default, the topic's next number
   */
  publish(topic: string, body: Uint8Array, counter?: number): void;
  /**
   * Publishes in the topic "sequence" that a transaction entered the mempool.
   *
   * @param txid hex
   */
  accepted(txid: string): void;
  /**
   * Publishes in the topic "sequence" that a block was connected.
   *
   * @param hash hex
   */
  connected(hash: string): void;
  /** Skips numbers of a topic's counter, as if the node had dropped messages. */
  skip(topic: string, count?: number): void;
  raw(bytes: Uint8Array): void;
  drop(): void;
  /** Resets all connections, and refuses new ones until {@link resume}. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  close(): Promise<void>;
}

export async function startZmqPublisher(): Promise<ZmqPublisher> {
  const port = await reserveStablePort();
  const peers = new Set<Peer>();
  const counters = new Map<string, number>();
  let sequence = 0n;
  let received = 0;
  const server = createServer((socket) => {
    const peer: Peer = { socket, topics: new Set(), received: Buffer.alloc(0), isReady: false };
    peers.add(peer);
    received += 1;
    socket.on('error', () => {});
    socket.on('close', () => peers.delete(peer));
    receive(peer, publisher);
  });
  const listen = async () => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const drop = () => {
    for (const { socket } of peers) socket.resetAndDestroy();
  };
  const next = (topic: string) => {
    const counter = counters.get(topic) ?? 0;
    counters.set(topic, (counter + 1) >>> 0);
    return counter;
  };
  const pause = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      drop();
    });
  const publisher: ZmqPublisher = {
    host: '127.0.0.1',
    port,
    welcome: 'serve',
    isMute: false,
    subscribers: () => [...peers].filter(({ topics }) => topics.size > 0).length,
    connections: () => peers.size,
    received: () => received,
    publish(topic, body, counter = next(topic)) {
      counters.set(topic, (counter + 1) >>> 0);
      if (publisher.isMute) return;
      const bytes = zmqMessage(topic, body, counter);
      for (const { socket, topics } of peers) {
        if ([...topics].some((prefix) => topic.startsWith(prefix))) socket.write(bytes);
      }
    },
    accepted(txid) {
      const count = Buffer.alloc(8);
      sequence += 1n;
      count.writeBigUInt64LE(sequence);
      this.publish('sequence', Buffer.concat([Buffer.from(txid, 'hex'), Buffer.from('A'), count]));
    },
    connected(hash) {
      this.publish('sequence', Buffer.concat([Buffer.from(hash, 'hex'), Buffer.from('C')]));
    },
    skip(topic, count = 1) {
      counters.set(topic, ((counters.get(topic) ?? 0) + count) >>> 0);
    },
    raw(bytes) {
      for (const { socket } of peers) socket.write(bytes);
    },
    drop,
    pause,
    resume: listen,
    close: pause,
  };
  await listen();
  return publisher;
}

interface Peer {
  readonly socket: Socket;
  readonly topics: Set<string>;
  received: Buffer;
  isReady: boolean;
}

const GREETING_BYTES = 64;

function receive(peer: Peer, publisher: ZmqPublisher): void {
  const { welcome } = publisher;
  if (welcome === 'stall' || welcome instanceof Uint8Array) {
    if (welcome !== 'stall') peer.socket.write(welcome);
    peer.socket.resume();
    return;
  }
  peer.socket.write(greeting());
  peer.socket.on('data', (bytes) => {
    peer.received = Buffer.concat([peer.received, bytes]);
    if (!peer.isReady && peer.received.length >= GREETING_BYTES) {
      peer.isReady = true;
      peer.received = peer.received.subarray(GREETING_BYTES);
      if (welcome === 'serve') peer.socket.write(encodeZmqReady('PUB'));
    }
    if (peer.isReady) readFrames(peer, publisher);
  });
}

/** Reads a subscriber's frames, which are shorter than 256 bytes: READY, subscriptions and PING. */
function readFrames(peer: Peer, publisher: ZmqPublisher): void {
  for (;;) {
    const length = peer.received[1];
    if (length === undefined || peer.received.length < 2 + length) return;
    const flags = peer.received[0];
    const body = peer.received.subarray(2, 2 + length);
    peer.received = peer.received.subarray(2 + length);
    if (flags === 0 && body[0] === 1) peer.topics.add(body.toString('latin1', 1));
    const isPing = flags === 4 && body.toString('latin1', 1, 5) === 'PING';
    if (isPing && !publisher.isMute) {
      peer.socket.write(zmqFrame(4, Buffer.concat([Buffer.from('\x04PONG'), body.subarray(7)])));
    }
  }
}

function greeting(): Buffer {
  const bytes = Buffer.alloc(GREETING_BYTES);
  bytes.set([0xff, 0, 0, 0, 0, 0, 0, 0, 1, 0x7f, 3, 1]);
  bytes.write('NULL', 12, 'latin1');
  return bytes;
}

export function encodeZmqReady(socketType: string): Buffer {
  const length = Buffer.from([0, 0, 0, socketType.length]);
  const name = Buffer.from('\x05READY\x0bSocket-Type', 'latin1');
  return zmqFrame(4, Buffer.concat([name, length, Buffer.from(socketType, 'latin1')]));
}

/**
 * Returns a frame of ZMTP 3 (RFC 23). The flags are 1 for more, 2 for long (set if needed), and 4
 * for a command.
 */
export function zmqFrame(flags: number, body: Uint8Array): Buffer {
  if (body.length < 256) return Buffer.concat([Buffer.from([flags, body.length]), body]);
  const head = Buffer.alloc(9);
  head[0] = flags | 2;
  head.writeBigUInt64BE(BigInt(body.length), 1);
  return Buffer.concat([head, body]);
}

/** Returns a message like a node's: the topic, the body and a counter of 32 bits. */
export function zmqMessage(topic: string, body: Uint8Array, counter: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32LE(counter);
  return Buffer.concat([zmqFrame(1, Buffer.from(topic)), zmqFrame(1, body), zmqFrame(0, count)]);
}
