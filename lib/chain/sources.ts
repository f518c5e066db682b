import type { Db } from '@/db/client';
import { NETWORKS, type Network } from '@/lib/domain/network';
import type { Env } from '@/lib/env';
import { createBitcoindSource } from './bitcoind';
import { createEsploraSource } from './esplora';
import { createSandboxSource } from './sandbox/source';
import type { ChainSource } from './source';

/** The chain source of every network that is switched on. */
export function createSources(env: Env, db: Db): ReadonlyMap<Network, ChainSource> {
  const sources = new Map<Network, ChainSource>();
  for (const network of NETWORKS) {
    const source = createSource(network, env, db);
    if (source) sources.set(network, source);
  }
  return sources;
}

function createSource(network: Network, env: Env, db: Db): ChainSource | undefined {
  const setting = env.sources[network];
  switch (setting.kind) {
    case 'off':
      return undefined;
    case 'sandbox':
      return createSandboxSource(db);
    case 'bitcoind':
      return createBitcoindSource(network, setting.url);
    case 'esplora':
      return createEsploraSource(network, setting.url, { lookUpsPerMinute: env.esploraLookUps });
  }
}
