import type { Db } from '@/db/client';
import { NETWORKS, type Network } from '@/lib/domain/network';
import type { Env, SourceSetting } from '@/lib/env';
import { createBitcoindSource } from './bitcoind';
import { createSandboxSource } from './sandbox/source';
import type { ChainSource } from './source';

/** The chain source of every network that is switched on. */
export function createSources(env: Env, db: Db): ReadonlyMap<Network, ChainSource> {
  const sources = new Map<Network, ChainSource>();
  for (const network of NETWORKS) {
    const source = createSource(network, env.sources[network], db);
    if (source) sources.set(network, source);
  }
  return sources;
}

function createSource(network: Network, setting: SourceSetting, db: Db): ChainSource | undefined {
  switch (setting.kind) {
    case 'off':
      return undefined;
    case 'sandbox':
      return createSandboxSource(db);
    case 'bitcoind':
      return createBitcoindSource(network, setting.url);
    case 'esplora':
      throw new Error(`BITCOIN_${network.toUpperCase()}: Esplora servers are not supported yet`);
  }
}
