import { SOURCE_TRAITS } from '@/lib/domain/chain-condition';
import type { SimulateDeps } from '@/lib/payments/simulate';
import { catchUp } from '@/lib/payments/sync-chain';
import type { Api } from '../api';

export function toSimulateDeps(api: Api): SimulateDeps {
  return {
    db: api.db,
    sandboxOf: (network) => {
      if (!SOURCE_TRAITS[api.env.sources[network].kind].simulates) return undefined;
      return { catchUp: () => catchUp(() => api.chains.sync(network)) };
    },
  };
}
