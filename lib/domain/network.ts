interface NetworkFacts {
  /** The label in API keys, `btly_<label>_…`. Several networks may share one. */
  readonly keyLabel: string;
  /** Only networks whose default is `sandbox` can run on the sandbox. */
  readonly defaultSource: 'off' | 'sandbox';
}

/** Lists show the networks in this order. `testnet` means testnet3. */
const FACTS = {
  mainnet: { keyLabel: 'live', defaultSource: 'off' },
  testnet: { keyLabel: 'test', defaultSource: 'off' },
  testnet4: { keyLabel: 'test', defaultSource: 'off' },
  signet: { keyLabel: 'sig', defaultSource: 'off' },
  regtest: { keyLabel: 'reg', defaultSource: 'sandbox' },
} as const satisfies Readonly<Record<string, NetworkFacts>>;

export type Network = keyof typeof FACTS;

export const NETWORKS = Object.keys(FACTS) as [Network, ...Network[]];

export const NETWORK_FACTS: Readonly<Record<Network, NetworkFacts>> = FACTS;

export const API_KEY_LABELS = [...new Set(NETWORKS.map((network) => FACTS[network].keyLabel))];

export function isNetwork(value: string): value is Network {
  return Object.hasOwn(FACTS, value);
}

export function networkEnvName(network: Network): string {
  return `BITCOIN_${network.toUpperCase()}`;
}

/** Returns the variable that sets how pushes of the network's source are received. */
export function pushEnvName(network: Network): string {
  return `${networkEnvName(network)}_PUSH`;
}

export function cookieFileEnvName(network: Network): string {
  return `${networkEnvName(network)}_COOKIE_FILE`;
}

export function explorerEnvName(network: Network): string {
  return `${networkEnvName(network)}_EXPLORER`;
}
