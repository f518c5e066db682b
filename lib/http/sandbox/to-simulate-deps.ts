import { SOURCE_TRAITS } from '@/lib/domain/chain-condition';
import type { SimulateDeps } from '@/lib/payments/simulate';
import { syncAfterSimulation } from '@/lib/payments/sync-chain';
import type { Api } from '../api';

export function toSimulateDeps(api: Api): SimulateDeps {
  return {
    db: api.db,
    sandboxOf: (network) => {
      if (!SOURCE_TRAITS[api.env.sources[network].kind].simulates) return undefined;
      return { catchUp: () => syncAfterSimulation(() => api.chains.sync(network)) };
    },
  };
}
