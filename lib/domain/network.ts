/** The Bitcoin networks a key can belong to. `testnet` is testnet3. */
export const NETWORKS = ['mainnet', 'testnet', 'testnet4', 'signet', 'regtest'] as const;

export type Network = (typeof NETWORKS)[number];

export function isNetwork(value: string): value is Network {
  return (NETWORKS as readonly string[]).includes(value);
}
