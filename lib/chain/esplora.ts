import type { Network } from '@/lib/domain/network';
import { AddressFeed, type FeedOptions } from './address-feed';
import { askEsplora } from './esplora-answers';
import { EsploraChain } from './esplora-chain';
import { createEsploraClient } from './esplora-client';
import { EsploraMempool } from './esplora-mempool';
import type { ChainSource, Pushes, WatchedAddress } from './source';

export interface EsploraOptions {
  /** Address look-ups per minute. */
  readonly lookUpsPerMinute: number;
  /** The WebSocket that tells of news; undefined: none is opened. */
  readonly push?: URL | undefined;
  readonly clock?: () => Date;
  readonly feed?: Partial<FeedOptions>;
  /** Pause between two requests, in ms; by default derived from the look-ups per minute. */
  readonly gapMs?: number;
  /** Time limit of an answer, in ms; by default it depends on the request. */
  readonly timeoutMs?: number;
}

const SLOWEST_READ_MS = 30_000;
const FASTEST_READ_MS = 2_000;

/** For public servers: a quarter of a second between two requests. */
const SLOWEST_GAP_MS = 250;
const GAP_PER_LOOK_MS = 2_000;

/**
 * An Esplora server: Blockstream's, mempool's or your own. Blocks are read as raw bytes and
 * verified, so that it cannot fake a confirmation. Unconfirmed transactions are read address by
 * address, and trusted.
 *
 * @param url base URL of the API, with credentials if needed
 */
export function createEsploraSource(
  network: Network,
  url: URL,
  { lookUpsPerMinute, clock = () => new Date(), ...options }: EsploraOptions,
): ChainSource {
  const between = 60_000 / lookUpsPerMinute;
  const readEveryMs = Math.min(Math.max(between, FASTEST_READ_MS), SLOWEST_READ_MS);
  const gapMs = Math.min(SLOWEST_GAP_MS, GAP_PER_LOOK_MS / lookUpsPerMinute);
  const ask = askEsplora(createEsploraClient(url, { clock, gapMs, ...options }));
  const chain = new EsploraChain(network, ask, clock);
  const mempool = new EsploraMempool(ask, chain, clock, {
    perMinute: lookUpsPerMinute,
    readEveryMs,
  });
  const feed = options.push && new AddressFeed(options.push, options.feed);
  return {
    readEveryMs,
    tip: (maxAgeMs) => chain.tip(maxAgeMs),
    hashAt: (height) => chain.hashAt(height),
    block: (hash) => chain.block(hash),
    async mempool(open) {
      const addresses = await open();
      feed?.track(likelyPaid(addresses, clock()));
      return mempool.look(addresses);
    },
    ...(feed ? { pushes: pushesOf(feed, chain, mempool) } : {}),
  };
}

/** The WebSocket of a server of mempool's kind, below the base URL of its API. */
export function feedOf(url: URL): URL {
  const feed = new URL(url);
  feed.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  feed.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/ws`;
  return feed;
}

/** Which addresses to be told of: those with an open page, then those of the newest payments. */
function likelyPaid(open: readonly WatchedAddress[], now: Date): string[] {
  return open
    .filter(({ expiresAt }) => expiresAt && expiresAt > now)
    .sort((a, b) => Number(b.viewed) - Number(a.viewed) || b.since.getTime() - a.since.getTime())
    .map(({ address }) => address);
}

function pushesOf(feed: AddressFeed, chain: EsploraChain, mempool: EsploraMempool): Pushes {
  return {
    listen: ({ onMove }) =>
      feed.listen({
        onOpen: onMove,
        onBlock() {
          chain.expectBlock();
          onMove();
        },
        onAddress(address) {
          mempool.expect(address);
          onMove();
        },
      }),
    // It names addresses, never transactions: the next look finds those.
    unconfirmed: async () => [],
  };
}
