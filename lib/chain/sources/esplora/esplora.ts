import type { Network } from '@/lib/domain/network';
import type { ChainSource } from '../../source';
import { EsploraChain } from './esplora-chain';
import { createEsploraClient } from './esplora-client';
import { EsploraMempool } from './esplora-mempool';
import { esploraRequests } from './esplora-requests';

export interface EsploraOptions {
  readonly lookUpsPerMinute: number;
  readonly clock?: () => Date;
  /** Between two requests. The default depends on the look-ups per minute. */
  readonly gapMs?: number;
  readonly timeoutMs?: number;
  readonly proxy?: URL | undefined;
}

const SLOWEST_READ_MS = 30_000;
const FASTEST_READ_MS = 2_000;

const SLOWEST_GAP_MS = 250;
const GAP_PER_LOOK_UP_MS = 2_000;

/**
 * Creates a source from an Esplora server: Blockstream's, mempool's or your own. Blocks are read as
 * raw bytes and verified, so the server cannot fake a confirmation. Unconfirmed transactions are
 * read address by address and cannot be verified.
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
  const gapMs = Math.min(SLOWEST_GAP_MS, GAP_PER_LOOK_UP_MS / lookUpsPerMinute);
  const ask = esploraRequests(createEsploraClient(url, { clock, gapMs, ...options }));
  const chain = new EsploraChain(network, ask, clock);
  const mempool = new EsploraMempool(ask, chain, clock, { lookUpsPerMinute, readEveryMs });
  return {
    readEveryMs,
    tip: (maxAgeMs) => chain.tip(maxAgeMs),
    hashAt: (height) => chain.hashAt(height),
    block: (hash) => chain.block(hash),
    feeOf: (txid) => ask.fee(txid),
    mempool: async (open) => mempool.read(await open()),
    spending: {
      async spent(outpoints) {
        const spent = new Set<string>();
        for (const outpoint of outpoints) {
          const [txid = '', vout] = outpoint.split(':');
          if (await ask.isSpent(txid, Number(vout))) spent.add(outpoint);
        }
        return spent;
      },
      feeRate: () => ask.feeRate(),
    },
  };
}
