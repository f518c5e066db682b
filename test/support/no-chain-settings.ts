import { NETWORKS, type Network } from '@/lib/domain/network';

/** With these settings, a server reads no chain. */
export const NO_CHAIN_SETTINGS = Object.fromEntries(
  NETWORKS.map((network) => [network, { kind: 'off' }]),
) as Record<Network, { kind: 'off' }>;
