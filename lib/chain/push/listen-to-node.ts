import { setTimeout as sleep } from 'node:timers/promises';
import { type PushHandlers, type PushSubscription, SourceError } from '../source';
import type { NodeAccess } from '../sources/node/exchange';
import { createRpc } from '../sources/node/rpc';
import {
  type ConnectionTiming,
  connectToPublisher,
  type TcpAddress,
} from './zmq/connect-to-publisher';
import { findPublishers, type Publisher } from './zmq/find-publishers';
import type { ZmqMessage } from './zmq/message-reader';
import { parseMessage } from './zmq/topics';

export interface ListenTiming extends ConnectionTiming {
  readonly retryMs: readonly [shortest: number, longest: number];
  /** Time after which a node without ZMQ is checked again. */
  readonly renewMs: number;
}

const TIMING: ListenTiming = {
  handshakeMs: 10_000,
  heartbeatMs: 10_000,
  retryMs: [1_000, 60_000],
  renewMs: 600_000,
};

export interface ListenOptions {
  /** `http://user:pass@host:port` */
  readonly url: URL;
  readonly access?: NodeAccess | undefined;
  /** The ZMQ addresses in the setting. If absent, the node's own list is used. */
  readonly publishers?: readonly TcpAddress[];
  readonly random?: () => number;
  readonly timing?: ListenTiming;
}

/**
 * Listens to a node's ZMQ addresses until closed. A node without ZMQ is checked from time to time.
 */
export function listenToNode(options: ListenOptions, news: PushHandlers): PushSubscription {
  const stop = new AbortController();
  void keepListening(options, news, stop.signal);
  return { close: () => stop.abort() };
}

/** When one of the connections ends, closes all and reopens them after a growing pause. */
async function keepListening(
  { url, access, publishers, random = Math.random, timing = TIMING }: ListenOptions,
  news: PushHandlers,
  stop: AbortSignal,
): Promise<void> {
  const rpc = createRpc(url, undefined, stop, access);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const [shortest, longest] = timing.retryMs;
  for (let failures = 0; !stop.aborted; ) {
    const found = await findPublishers(rpc, host, publishers).catch((error: unknown) => {
      if (error instanceof SourceError) return undefined;
      throw error;
    });
    const wasLive = found && found.length > 0 && (await listenTo(found, news, timing, stop));
    failures = wasLive ? 1 : failures + 1;
    const retryMs = Math.min(shortest * 2 ** failures, longest) * (0.5 + random() / 2);
    const ms = found?.length === 0 ? timing.renewMs : retryMs;
    // The sleep rejects when the subscription is closed.
    await sleep(ms, undefined, { signal: stop }).catch(() => {});
  }
}

/** Resolves when one of the connections ends. The result is true if any handshake was completed. */
function listenTo(
  publishers: readonly Publisher[],
  news: PushHandlers,
  timing: ListenTiming,
  stop: AbortSignal,
): Promise<boolean> {
  return new Promise((resolve) => {
    if (stop.aborted) return resolve(false);
    let wasLive = false;
    const connections = publishers.map((publisher) =>
      connectToPublisher(
        publisher,
        publisher.topics,
        {
          keeps: (topic) => topic !== 'rawblock',
          onLive: () => {
            wasLive = true;
            news.onMove();
          },
          onMessage: passOn(news),
          onEnd: () => end(),
        },
        timing,
      ),
    );
    const end = () => {
      stop.removeEventListener('abort', end);
      for (const connection of connections) connection.close();
      if (wasLive && !stop.aborted) news.onMove();
      resolve(wasLive);
    };
    stop.addEventListener('abort', end);
  });
}

/** A gap in a topic's counter means that messages were lost. */
function passOn(news: PushHandlers): (message: ZmqMessage) => void {
  const expected = new Map<string, number>();
  return (message) => {
    const { topic, counter } = message;
    const isGap = (expected.get(topic) ?? counter) !== counter;
    expected.set(topic, (counter + 1) >>> 0);
    const notice = parseMessage(message);
    if (notice.kind === 'transaction') news.onTransaction(notice.txid);
    if (isGap || notice.kind === 'block') news.onMove();
  };
}
