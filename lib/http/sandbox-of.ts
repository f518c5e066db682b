import { SOURCE_TRAITS } from '@/lib/domain/chain-condition';
import type { Network } from '@/lib/domain/network';
import { catchUp } from '@/lib/payments/catch-up';
import type { Sandbox } from '@/lib/payments/rehearse';
import type { Api } from './api';

/** The sandbox chain that a network runs on; undefined where it is a real one, or off. */
export function sandboxOf(api: Api, network: Network): Sandbox | undefined {
  const source = api.sources.get(network);
  if (!source || !SOURCE_TRAITS[api.env.sources[network].kind].simulates) return undefined;
  return { catchUp: () => catchUp(api.database, network, source, api.clock) };
}
