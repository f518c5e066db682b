interface NetworkFacts {
  /**
   * The label in the network's API keys, `btly_<label>_…`. Several networks may have the same
   * label.
   */
  readonly keyLabel: string;
  /**
   * The default source of the network's chain. Only a network with the default `sandbox` can run on
   * the sandbox.
   */
  readonly defaultSource: 'off' | 'sandbox';
}

/**
 * The Bitcoin networks for API keys, in the order in which lists show them. `testnet` means
 * testnet3.
 */
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

/** All labels that API keys can have, without duplicates. */
export const KEY_LABELS = [...new Set(NETWORKS.map((network) => FACTS[network].keyLabel))];

export function isNetwork(value: string): value is Network {
  return Object.hasOwn(FACTS, value);
}

export function networkVariable(network: Network): string {
  return `BITCOIN_${network.toUpperCase()}`;
}

/** Returns the name of the variable that sets how pushes of a network's source are received. */
export function pushVariable(network: Network): string {
  return `${networkVariable(network)}_PUSH`;
}

/** Returns the name of the variable that sets the cookie file of a network's node. */
export function cookieVariable(network: Network): string {
  return `${networkVariable(network)}_COOKIE_FILE`;
}

export function explorerVariable(network: Network): string {
  return `${networkVariable(network)}_EXPLORER`;
}
