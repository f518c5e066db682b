import WebSocket, { type RawData } from 'ws';
import { z } from 'zod';
import { basicAuthorization } from './esplora-client';
import type { Listening } from './source';

/** What a feed tells; hints, which the server is asked about. */
export interface FeedNews {
  /** The feed is open: what came before was not told. */
  onOpen(): void;
  onBlock(): void;
  /** A transaction pays or spends from one of the tracked addresses. */
  onAddress(address: string): void;
}

export interface FeedOptions {
  readonly handshakeMs: number;
  /** A connection that answers no ping for this long is lost. */
  readonly pingEveryMs: number;
  /** Waits before a reconnect; they double. */
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
  /** From 0 to 1, to spread the reconnects of many servers. */
  readonly random: () => number;
}

const OPTIONS: FeedOptions = {
  handshakeMs: 15_000,
  pingEveryMs: 30_000,
  firstWaitMs: 1_000,
  longestWaitMs: 60_000,
  random: Math.random,
};

/** A message of a server with all fields that matter; it may have many others. */
const message = z.object({
  block: z.unknown().optional(),
  'multi-address-transactions': z.record(z.string(), z.unknown()).optional(),
  'track-addresses-error': z.string().optional(),
});

/** Addresses to begin with; servers that allow fewer say how many. */
const MAX_TRACKED = 100;
/** As many as the history of one address may have: it tells of transactions in full. */
const MAX_MESSAGE_BYTES = 8_000_000;
/** The server has no feed, as Blockstream's; perhaps a later version has. */
const WITHOUT_FEED_MS = 3_600_000;

/**
 * The WebSocket of a server of mempool's kind, which tells of blocks and of transactions of a few
 * addresses. Servers without one are asked again each hour.
 */
export class AddressFeed {
  readonly #url: URL;
  readonly #options: FeedOptions;
  #wanted: readonly string[] = [];
  #tracked: ReadonlySet<string> = new Set();
  #most = MAX_TRACKED;
  #socket: WebSocket | undefined;
  #failures = 0;

  /** @param url `ws` or `wss`, with credentials if needed */
  constructor(url: URL, options: Partial<FeedOptions> = {}) {
    this.#url = url;
    this.#options = { ...OPTIONS, ...options };
  }

  /** The addresses to be told of, most urgent first; as many as the server allows are tracked. */
  track(addresses: readonly string[]): void {
    this.#wanted = addresses;
    const most = addresses.slice(0, this.#most);
    const isSame =
      most.length === this.#tracked.size && most.every((one) => this.#tracked.has(one));
    if (isSame) return;
    this.#tracked = new Set(most);
    this.#send({ 'track-addresses': most });
  }

  /** Listens until closed, to one listener at a time. Never throws. */
  listen(news: FeedNews): Listening {
    let timer: NodeJS.Timeout | undefined;
    let isClosed = false;
    const open = () => {
      this.#open(news, (waitMs) => {
        if (!isClosed) timer = setTimeout(open, waitMs).unref();
      });
    };
    open();
    return {
      close: () => {
        isClosed = true;
        clearTimeout(timer);
        this.#socket?.terminate();
      },
    };
  }

  #open(news: FeedNews, onEnd: (waitMs: number) => void): void {
    const headers = basicAuthorization(this.#url);
    const socket = new WebSocket(new URL(this.#url.pathname, this.#url.origin), {
      headers,
      handshakeTimeout: this.#options.handshakeMs,
      maxPayload: MAX_MESSAGE_BYTES,
      followRedirects: false,
    });
    this.#socket = socket;
    let hasFeed = true;
    let isAlive = true;
    let pings: NodeJS.Timeout | undefined;
    const ping = () => {
      if (!isAlive) return socket.terminate();
      isAlive = false;
      socket.ping();
    };
    socket.on('unexpected-response', (_request, { statusCode = 0 }) => {
      hasFeed = statusCode >= 500 || statusCode === 429;
      socket.terminate();
    });
    socket.on('open', () => {
      pings = setInterval(ping, this.#options.pingEveryMs).unref();
      this.#send({ action: 'want', data: ['blocks'] });
      this.#tracked = new Set();
      this.track(this.#wanted);
      news.onOpen();
    });
    socket.on('pong', () => {
      isAlive = true;
      this.#failures = 0;
    });
    socket.on('message', (data) => {
      isAlive = true;
      this.#take(data, news);
    });
    // An error closes the connection.
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(pings);
      onEnd(hasFeed ? this.#wait() : WITHOUT_FEED_MS);
    });
  }

  #take(data: RawData, news: FeedNews): void {
    const parsed = message.safeParse(parseJson(data));
    // Servers tell of much more than was asked for.
    if (!parsed.success) return;
    const told = parsed.data;
    const most = /maximum of (\d{1,6})\b/.exec(told['track-addresses-error'] ?? '')?.[1];
    if (most !== undefined && Number(most) < this.#most) {
      this.#most = Number(most);
      this.track(this.#wanted);
    }
    for (const address of Object.keys(told['multi-address-transactions'] ?? {})) {
      if (this.#tracked.has(address)) news.onAddress(address);
    }
    if (told.block) news.onBlock();
  }

  #send(order: unknown): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(order));
  }

  /** The waits double; half of each is random. */
  #wait(): number {
    const { firstWaitMs, longestWaitMs, random } = this.#options;
    const longest = Math.min(firstWaitMs * 2 ** this.#failures, longestWaitMs);
    this.#failures += 1;
    return longest * (1 - random() / 2);
  }
}

function parseJson(data: RawData): unknown {
  try {
    return JSON.parse(data.toString());
  } catch {
    return undefined;
  }
}
