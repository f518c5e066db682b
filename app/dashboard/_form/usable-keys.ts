import { NETWORKS, type Network } from '@/lib/domain/network';
import type { KeyResponse } from '@/lib/http/keys/key-response';

type Key = Pick<KeyResponse, 'state' | 'network'>;

/**
 * Returns the active keys of followed networks. Mainnet keys come first, because forms select the
 * first key.
 */
export function usableKeys<K extends Key>(
  keys: readonly K[],
  followed: readonly Network[],
): readonly K[] {
  return keys
    .filter(({ state, network }) => state === 'active' && followed.includes(network))
    .sort((a, b) => NETWORKS.indexOf(a.network) - NETWORKS.indexOf(b.network));
}
