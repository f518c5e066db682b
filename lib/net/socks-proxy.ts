import { SocksClient } from 'socks';

/** The time limit for a connection. Tor may need this long to reach an onion service. */
const CONNECTS_WITHIN_MS = 30_000;

/** Whether only Tor can resolve the host name. Such names are never looked up in DNS (RFC 7686). */
export function isOnion(hostname: string): boolean {
  return /\.onion\.?$/i.test(hostname);
}

/** Thrown when the proxy opens no connection. The message contains no credentials. */
export class SocksError extends Error {
  override readonly name = 'SocksError';
  /** "SOCKS_" and the proxy's reply, such as HostUnreachable, or else the system's error code. */
  readonly code: string;

  constructor(reason: string) {
    super(`the proxy of SOCKS_PROXY opened no connection: ${reason}`);
    this.code = `SOCKS_${/(?<= - )\w+$|\bE[A-Z]{4,}\b/.exec(reason)?.[0] ?? 'FAILED'}`;
  }
}

/**
 * Opens a TCP connection through a SOCKS5 proxy (`socks5://user:password@host:port`), which
 * resolves the name.
 *
 * @throws SocksError
 */
export async function connectThrough(
  proxy: URL,
  { host, port }: { readonly host: string; readonly port: number },
  timeoutMs = CONNECTS_WITHIN_MS,
) {
  const { username, password } = proxy;
  const credentials = username && {
    userId: decodeURIComponent(username),
    password: decodeURIComponent(password),
  };
  try {
    const { socket } = await SocksClient.createConnection({
      proxy: {
        host: proxy.hostname.replace(/^\[|\]$/g, ''),
        port: Number(proxy.port),
        type: 5,
        ...credentials,
      },
      command: 'connect',
      destination: { host: host.replace(/\.$/, ''), port },
      timeout: timeoutMs,
    });
    return socket;
  } catch (error) {
    // The package's error contains the proxy's password, so it is not attached as the cause.
    throw new SocksError((error as Error).message || 'the proxy is not reachable');
  }
}
