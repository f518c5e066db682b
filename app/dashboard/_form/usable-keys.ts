import { NETWORKS, type Network } from '@/lib/domain/network';
import type { KeyResponse } from '@/lib/http/keys/key-response';

type Key = Pick<KeyResponse, 'state' | 'network'>;

/**
 * Returns the active keys of followed networks. The first one becomes the default, so mainnet keys
 * come first.
 */
export function usableKeys<K extends Key>(
  keys: readonly K[],
  followed: readonly Network[],
): readonly K[] {
  return keys
    .filter(({ state, network }) => state === 'active' && followed.includes(network))
    .sort((a, b) => NETWORKS.indexOf(a.network) - NETWORKS.indexOf(b.network));
}
