import type { Network } from '@/lib/domain/network';
import { askEsplora } from './esplora-answers';
import { EsploraChain } from './esplora-chain';
import { createEsploraClient } from './esplora-client';
import { EsploraMempool } from './esplora-mempool';
import type { ChainSource } from './source';

export interface EsploraOptions {
  /** How many addresses may be asked about in a minute. */
  readonly lookUpsPerMinute: number;
  readonly clock?: () => Date;
  /** Pause between two requests, in ms; unless given, it goes by the number of look-ups. */
  readonly gapMs?: number;
  /** The most that is waited for any answer, in ms; unless given, it goes by the question. */
  readonly timeoutMs?: number;
}

const SLOWEST_READ_MS = 30_000;
const FASTEST_READ_MS = 2_000;

/** At the pace of a public server, a quarter of a second between any two requests. */
const SLOWEST_GAP_MS = 250;
const GAP_PER_LOOK_MS = 2_000;

/**
 * An Esplora server: Blockstream's, mempool's, or one's own. Blocks are taken as raw bytes and
 * checked, so that it cannot make up a confirmation; what is unconfirmed is asked for address by
 * address, and believed.
 *
 * @param url the base of the API, with credentials where it needs them
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
  return {
    readEveryMs,
    tip: (maxAgeMs) => chain.tip(maxAgeMs),
    hashAt: (height) => chain.hashAt(height),
    block: (hash) => chain.block(hash),
    mempool: async (open) => mempool.look(await open()),
  };
}
