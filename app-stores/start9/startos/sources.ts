export const SOURCES = ['bitcoind', 'fulcrum', 'electrs'] as const;
export type Source = (typeof SOURCES)[number];

/** StartOS supplies an address on its bridge for each of these ports. */
export const BINDINGS = {
  bitcoind: { hostId: 'rpc', internalPort: 8332 },
  fulcrum: { hostId: 'main', internalPort: 50001 },
  electrs: { hostId: 'electrum', internalPort: 50001 },
} as const;

/** Where the node's volume is mounted. It contains the file with the RPC user and password. */
export const NODE_MOUNT = '/mnt/bitcoind';
export const NODE_COOKIE_PATH = `${NODE_MOUNT}/.cookie`;

interface Settings {
  readonly source: Source;
  /** The source's host:port; null while it is not installed. */
  readonly address: string | null;
  /** The content of the node's cookie file; null for an Electrum server or a stopped node. */
  readonly cookie: string | null;
  readonly appUrl: string | null;
  /** The IP address on the bridge from which StartOS forwards requests. */
  readonly osIp: string;
}

/**
 * Returns the server's environment without the values that are still unknown. StartOS runs main
 * again once they are known.
 */
export function buildServerEnvironment({ source, address, cookie, appUrl, osIp }: Settings) {
  return {
    DEMO: 'off',
    TRUSTED_PROXIES: `${osIp}/32`,
    ...(appUrl ? { APP_URL: appUrl } : {}),
    ...(address ? { BITCOIN_MAINNET: urlOf(source, address, cookie) } : {}),
  };
}

function urlOf(source: Source, address: string, cookie: string | null): string {
  if (source !== 'bitcoind') return `electrum+tcp://${address}`;
  return `http://${cookie ? `${cookie.trim()}@` : ''}${address}`;
}
