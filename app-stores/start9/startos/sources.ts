/** The services from which Blocktally can read the chain: a node, or an Electrum server. */
export const SOURCES = ['bitcoind', 'fulcrum', 'electrs'] as const;
export type Source = (typeof SOURCES)[number];

/** Host and port inside of each service, to which StartOS has an address on its bridge. */
export const BINDINGS = {
  bitcoind: { hostId: 'rpc', internalPort: 8332 },
  fulcrum: { hostId: 'main', internalPort: 50001 },
  electrs: { hostId: 'electrum', internalPort: 50001 },
} as const;

/** Where the node's volume is mounted, with the file of the RPC's user and password. */
export const NODE_MOUNT = '/mnt/bitcoind';
export const COOKIE = `${NODE_MOUNT}/.cookie`;

interface Settings {
  readonly source: Source;
  /** host:port of the source; null while it is not installed. */
  readonly address: string | null;
  /** The content of the node's cookie file; null for an Electrum server, or while the node does not run. */
  readonly cookie: string | null;
  readonly appUrl: string | null;
  /** The address of StartOS on the bridge, which passes on the visitors' requests. */
  readonly osIp: string;
}

/** Returns the server's environment. What is unknown is left out, and main runs again when it is known. */
export function environmentOf({ source, address, cookie, appUrl, osIp }: Settings) {
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
