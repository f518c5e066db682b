import { NETWORKS, type Network } from '@/lib/domain/network';

/** The chain settings of a server that reads no chain. */
export const UNREAD_CHAINS = Object.fromEntries(
  NETWORKS.map((network) => [network, { kind: 'off' }]),
) as Record<Network, { kind: 'off' }>;
