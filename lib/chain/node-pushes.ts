import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { type Coalesced, type CoalesceTiming, coalesce } from './coalesce';
import type { MempoolNews } from './kept-mempool';
import { createRpc, type Rpc } from './rpc';
import { type Listening, type News, SourceError } from './source';
import { BlockWait } from './wait-for-blocks';
import { type Address, type Connection, type ConnectionTiming, connect } from './zmq/connect';
import { findPublishers, type Publisher } from './zmq/find-publishers';
import { GapFinder } from './zmq/gap-finder';
import type { Message } from './zmq/message-reader';
import { mempoolSequenceOf, type Notice, noticeOf } from './zmq/topics';

export interface ListenTiming extends ConnectionTiming {
  /** How often it asks for a full read at most. */
  readonly moves: CoalesceTiming;
  /** The shortest and the longest wait before it tries again, in ms. */
  readonly retryMs: readonly [shortest: number, longest: number];
  /** How often to look anew for what the node offers, in ms. */
  readonly renewMs: number;
}

const TIMING: ListenTiming = {
  handshakeMs: 10_000,
  heartbeatMs: 10_000,
  moves: { firstMs: 100, longestMs: 2_000 },
  retryMs: [1_000, 60_000],
  renewMs: 600_000,
};

export interface NodeListening {
  /** `http://user:pass@host:port` */
  readonly url: URL;
  /** ZMQ addresses of the setting; absent: those that the node names. */
  readonly publishers?: readonly Address[];
  /** Whether a look has already passed a transaction on. */
  readonly isSeen: (txid: string) => boolean;
  /** Told of changes in the order in which the node numbers them, where it does so. */
  readonly mempool?: MempoolNews;
  readonly clock: () => Date;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly timing?: ListenTiming;
}

/** Listens to a node, by ZMQ where it has that, and asks it to wait for blocks where it has not. */
export function listenToNode(options: NodeListening, news: News): Listening {
  const listener = new NodeListener(options, news);
  void listener.run();
  return listener;
}

class NodeListener implements Listening {
  readonly #options: NodeListening;
  readonly #timing: ListenTiming;
  readonly #news: News;
  readonly #moves: Coalesced;
  /** The newest transactions that were named, as many as two blocks hold. */
  readonly #names = new LRUCache<string, true>({ max: 20_000 });
  readonly #stop = new AbortController();
  readonly #rpc: Rpc;
  readonly #blocks: BlockWait;
  readonly #open = new Map<string, Subscription>();
  #isTroubled = false;
  #wake: (() => void) | undefined;

  constructor(options: NodeListening, news: News) {
    this.#options = options;
    this.#timing = options.timing ?? TIMING;
    this.#news = news;
    this.#moves = coalesce(() => news.onMove(), this.#timing.moves);
    this.#rpc = createRpc(options.url, undefined, this.#stop.signal);
    this.#blocks = new BlockWait(
      options.url,
      () => this.#moves.call(),
      () => this.#trouble(),
    );
  }

  close(): void {
    this.#stop.abort();
    this.#options.mempool?.end();
    this.#blocks.close();
    this.#moves.close();
    for (const { connection } of this.#open.values()) connection.close();
    this.#open.clear();
    this.#wake?.();
  }

  /** Opens what is missing, then waits until something ends; until closed. */
  async run(): Promise<void> {
    for (let failures = 0; !this.#isClosed; ) {
      const { clock } = this.#options;
      const startedAt = clock().getTime();
      this.#isTroubled = false;
      const publishers = await this.#find();
      if (publishers) {
        this.#subscribe(publishers);
        this.#waitIfNeeded();
        await this.#untilTrouble();
      }
      if (publishers && !this.#isTroubled) {
        this.#blocks.forgive();
        continue;
      }
      const hasLasted = clock().getTime() - startedAt > this.#timing.retryMs[1] / 2;
      failures = hasLasted ? 0 : failures + 1;
      await this.#pause(failures);
    }
  }

  get #isClosed(): boolean {
    return this.#stop.signal.aborted;
  }

  /** Undefined when the node does not answer. */
  async #find(): Promise<readonly Publisher[] | undefined> {
    const { url, publishers } = this.#options;
    const rpcHost = url.hostname.replace(/^\[(.*)\]$/, '$1');
    try {
      return await findPublishers(this.#rpc, rpcHost, publishers);
    } catch (error) {
      if (error instanceof SourceError) return undefined;
      throw error;
    }
  }

  #subscribe(publishers: readonly Publisher[]): void {
    if (this.#isClosed) return;
    const wanted = new Map(publishers.map((publisher) => [keyOf(publisher), publisher]));
    for (const [key, { connection }] of this.#open) {
      if (wanted.has(key)) continue;
      connection.close();
      this.#open.delete(key);
    }
    for (const [key, publisher] of wanted) {
      if (!this.#open.has(key)) this.#open.set(key, this.#openSubscription(key, publisher));
    }
  }

  #openSubscription(key: string, publisher: Publisher): Subscription {
    const gaps = new GapFinder();
    const subscription: Subscription = {
      publisher,
      isLive: false,
      connection: connect(
        publisher,
        publisher.topics,
        {
          keeps: (topic) => topic !== 'rawblock',
          onLive: () => {
            subscription.isLive = true;
            if (publisher.topics.has('sequence')) this.#options.mempool?.begin();
            this.#moves.call();
            this.#waitIfNeeded();
          },
          onMessage: (message) => this.#onMessage(message, gaps),
          onEnd: () => {
            this.#open.delete(key);
            if (publisher.topics.has('sequence')) this.#options.mempool?.end();
            if (subscription.isLive) this.#moves.call();
            this.#trouble();
            this.#waitIfNeeded();
          },
        },
        this.#timing,
      ),
    };
    return subscription;
  }

  #onMessage(message: Message, gaps: GapFinder): void {
    const notice = noticeOf(message);
    if (gaps.isAfterGap(message) || notice.kind === 'block') {
      this.#options.mempool?.break();
      this.#moves.call();
    }
    this.#tellChange(message, notice);
    if (notice.kind !== 'transaction') return;
    // A block repeats its transactions on the topics that do not say why they name one.
    const isNew = !this.#names.has(notice.txid) && !this.#options.isSeen(notice.txid);
    this.#names.set(notice.txid, true);
    if (notice.isAccepted || isNew) this.#news.onTransaction(notice.txid);
  }

  #tellChange(message: Message, notice: Notice): void {
    const sequence = mempoolSequenceOf(message);
    if (sequence === undefined) return;
    if (notice.kind !== 'transaction' && notice.kind !== 'removal') return;
    const kind = notice.kind === 'removal' ? 'left' : 'entered';
    this.#options.mempool?.change({ kind, txid: notice.txid, sequence });
  }

  /** Has the node wait for a block while no subscription tells of them, or is about to. */
  #waitIfNeeded(): void {
    const open = [...this.#open.values()];
    const isTold = open.some(({ isLive, publisher }) => isLive && publisher.tellsOfBlocks);
    if (isTold) this.#blocks.stop();
    else if (open.every(({ isLive }) => isLive)) this.#blocks.start();
  }

  #trouble(): void {
    this.#isTroubled = true;
    this.#wake?.();
  }

  #untilTrouble(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#isTroubled || this.#isClosed) return resolve();
      const timer = setTimeout(resolve, this.#timing.renewMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Waits longer after each failure, and never for the same time as other processes. */
  async #pause(failures: number): Promise<void> {
    const [shortest, longest] = this.#timing.retryMs;
    const ms = Math.min(shortest * 2 ** failures, longest) * (0.5 + this.#options.random() / 2);
    try {
      await sleep(ms, undefined, { signal: this.#stop.signal });
    } catch {
      // Closed.
    }
  }
}

interface Subscription {
  readonly publisher: Publisher;
  readonly connection: Connection;
  isLive: boolean;
}

function keyOf({ host, port, topics, tellsOfBlocks: tells }: Publisher): string {
  return JSON.stringify([host, port, [...topics], tells]);
}
