import { connect } from '@/lib/chain/zmq/connect';
import { until } from './wait';
import type { ZmqPublisher } from './zmq-publisher';

/** What becomes of a change of the mempool on its way: passed on, left out, or told as another. */
export type Tamper = (txid: string, label: 'A' | 'R') => readonly (readonly [string, 'A' | 'R'])[];

/** Tells what a node tells of its mempool, with lies that no counter shows. */
export interface ZmqRelay {
  tamper: Tamper;
  /** The changes that came from the node so far. */
  readonly heard: number;
  close(): void;
}

const AT = 33;

/** @param port where the node publishes the topic "sequence" */
export async function startZmqRelay(port: number, publisher: ZmqPublisher): Promise<ZmqRelay> {
  let shift = 0n;
  let isLive = false;
  const relay = { tamper: honest, heard: 0, close: () => connection.close() };
  const pass = (body: Buffer) => {
    const label = body.toString('latin1', AT - 1, AT);
    if (label !== 'A' && label !== 'R') return publisher.publish('sequence', body);
    relay.heard += 1;
    // Its lies leave no gap; the truth after them may.
    if (relay.tamper === honest) shift = 0n;
    let sequence = body.readBigUInt64LE(AT) + shift;
    const told = relay.tamper(body.toString('hex', 0, AT - 1), label);
    shift += BigInt(told.length - 1);
    for (const [txid, as] of told) {
      const number = Buffer.alloc(8);
      number.writeBigUInt64LE(sequence++);
      publisher.publish(
        'sequence',
        Buffer.concat([Buffer.from(txid, 'hex'), Buffer.from(as), number]),
      );
    }
  };
  const connection = connect(
    { host: '127.0.0.1', port },
    ['sequence'],
    {
      keeps: () => true,
      onLive: () => {
        isLive = true;
      },
      onMessage: ({ body }) => pass(body),
      onEnd: () => {},
    },
    { handshakeMs: 10_000, heartbeatMs: 10_000 },
  );
  await until('the relay listens', () => isLive);
  return relay;
}

export const honest: Tamper = (txid, label) => [[txid, label]];
